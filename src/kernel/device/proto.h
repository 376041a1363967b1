/* SPDX-License-Identifier: MIT
 *
 * What a process and the server of its device say to each other. The process connects a SOCK_SEQPACKET socket
 * to the server's abstract name and sends one request; the server may ask for memory of the process any
 * number of times, and ends with VR_MSG_DONE. One connection serves one thread at a time.
 *
 * A descriptor of the device is one end of a socket pair whose other end, the server's, is bound to a name
 * that tells what it is. So whoever holds the descriptor knows it with getpeername(), whether it was opened,
 * duplicated, inherited or received, and the server learns that nobody holds it any more by its hanging up.
 */
#ifndef KERNEL_DEVICE_PROTO_H
#define KERNEL_DEVICE_PROTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The environment variable that names the server. */
#define VR_SERVER_VARIABLE "TERAGL_VRADEON"
/* Bytes that follow a message at most. */
#define VR_PAYLOAD_B (32u << 10)
/* The longest argument of an ioctl. */
#define VR_ARG_B 256
enum { VR_NAME_B = 48 };
enum { VR_MINOR_CARD = 0, VR_MINOR_RENDER = 128 };

enum vr_msg_kind {
   VR_MSG_HELLO, /* DONE: a = PCI device id, b = vendor, payload = the driver's name, ended by 0 */
   VR_MSG_OPEN,  /* a = minor, b = flags of open(). DONE with a descriptor */
   VR_MSG_IOCTL, /* a = request, payload = argument. DONE: payload = argument, maybe a descriptor; b != 0: its
                  * pages are to take the place of b bytes at a, and file is the handle to close if they can't */
   VR_MSG_MMAP, /* a = offset, b = size. DONE: a = offset in the descriptor, b = the buffer's number, file = 1 if the
                  * CPU does not see all of it yet */
   VR_MSG_READ,  /* from the server: a = address, b = bytes; answered by the same with them */
   VR_MSG_WRITE, /* from the server: a = address, payload; answered by the same */
   /* from the server, with TERAGL_STRICT; a = a buffer's number; answered by the same: */
   VR_MSG_BEFORE,  /* the GPU is about to write to it */
   VR_MSG_WRITTEN, /* it has, and the CPU does not see that yet */
   VR_MSG_FLUSHED, /* the CPU sees it */
   VR_MSG_DONE,
};

_Static_assert(VR_ARG_B <= VR_PAYLOAD_B, "an argument fits into a message");

struct vr_msg {
   uint32_t kind;
   int32_t err;     /* of an answer: errno */
   uint32_t file;   /* of IOCTL and MMAP */
   uint32_t size_B; /* of the payload */
   uint64_t a, b;
};

/** What a descriptor is. */
struct vr_ident {
   uint32_t id;
   int minor;       /* -1: a dma-buf */
   uint64_t size_B; /* of a dma-buf */
};

/** One message with its payload and at most one descriptor. False: the other side is gone. */
bool vr_send(int sock, const struct vr_msg *m, const void *payload, int fd);
/** \p payload: VR_PAYLOAD_B bytes. *fd: -1 or a descriptor, which the caller owns (and which is closed at
 * exec). */
bool vr_receive(int sock, struct vr_msg *m, void *payload, int *fd);

#endif
