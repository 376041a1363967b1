#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A Qt Quick window on OpenGL ES, from PyQt6: rectangles, a gradient, rounded corners. usage: qt.py FILE (raw RGBA, from the top)"""
import sys

from PyQt6.QtCore import QTimer, QUrl
from PyQt6.QtGui import QGuiApplication, QImage, QSurfaceFormat
from PyQt6.QtQuick import QQuickView, QQuickWindow, QSGRendererInterface

SCENE = b'''import QtQuick 2.0
Rectangle { width: 128; height: 128; color: "#204060"
   Rectangle { x: 8; y: 8; width: 48; height: 48; color: "#c08040" }
   Rectangle { x: 64; y: 8; width: 56; height: 48; gradient: Gradient { GradientStop { position: 0; color: "red" } GradientStop { position: 1; color: "blue" } } }
   Rectangle { x: 8; y: 64; width: 112; height: 56; radius: 12; color: "#80ffffff" } }'''


def main():
    es = QSurfaceFormat()
    es.setRenderableType(QSurfaceFormat.RenderableType.OpenGLES)
    QSurfaceFormat.setDefaultFormat(es)
    QQuickWindow.setGraphicsApi(QSGRendererInterface.GraphicsApi.OpenGL)
    app = QGuiApplication(sys.argv)
    with open(sys.argv[1] + '.qml', 'wb') as f:
        f.write(SCENE)
    view = QQuickView()
    view.setSource(QUrl.fromLocalFile(sys.argv[1] + '.qml'))
    view.show()

    def grab():
        picture = view.grabWindow().convertToFormat(QImage.Format.Format_RGBA8888)
        bits = picture.constBits()
        bits.setsize(picture.sizeInBytes())
        open(sys.argv[1], 'wb').write(bytes(bits))
        app.quit()
    QTimer.singleShot(1000, grab)
    sys.exit(app.exec())


main()
