/* SPDX-License-Identifier: MIT
 *
 * The display of the virtual radeon: connectors, modes, frame buffers, page flips and their events, gamma
 * ramps, cursors; what the kernel refuses is refused with its errno.
 */
#include <errno.h>
#include <limits.h>
#include "vradeon_fixture.h"

static void
display(void **state)
{
   int card = open("/dev/dri/card0", O_RDWR), render = open_render();
   struct drm_mode_card_res res = {0};
   FAILS(EACCES, ioctl(render, DRM_IOCTL_MODE_GETRESOURCES, &res));
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &res), 0);
   assert_true(res.count_crtcs == 1 && res.count_connectors == 1 && res.count_encoders == 1);
   uint32_t crtc = 0, connector = 0, encoder = 0;
   res.crtc_id_ptr = (uintptr_t)&crtc;
   res.connector_id_ptr = (uintptr_t)&connector;
   res.encoder_id_ptr = (uintptr_t)&encoder;
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &res), 0);
   struct drm_mode_modeinfo modes[8];
   struct drm_mode_get_connector con = {
      .connector_id = connector, .modes_ptr = (uintptr_t)modes, .count_modes = 8};
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_GETCONNECTOR, &con), 0);
   assert_true(con.connection == 1 && con.count_modes > 0 && con.encoder_id == encoder);

   struct drm_mode_create_dumb dumb = {.width = 1024, .height = 768, .bpp = 32};
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &dumb), 0);
   assert_true(dumb.pitch >= 4096 && dumb.size >= dumb.pitch * 768);
   uint32_t *pixels = map(card, dumb.handle, dumb.size);
   pixels[0] = 0xff00ff;
   struct drm_mode_fb_cmd fb = {
      .width = 1024, .height = 768, .pitch = dumb.pitch, .bpp = 32, .depth = 24, .handle = dumb.handle};
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_ADDFB, &fb), 0);
   struct drm_mode_fb_cmd large = fb;
   large.height = 769;
   FAILS(EINVAL, ioctl(card, DRM_IOCTL_MODE_ADDFB, &large));
   struct drm_mode_crtc_page_flip flip = {
      .crtc_id = crtc, .fb_id = fb.fb_id, .flags = DRM_MODE_PAGE_FLIP_EVENT, .user_data = 77};
   FAILS(EBUSY, ioctl(card, DRM_IOCTL_MODE_PAGE_FLIP, &flip)); /* the display is off */
   struct drm_mode_crtc set = {.crtc_id = crtc,
                               .fb_id = fb.fb_id,
                               .set_connectors_ptr = (uintptr_t)&connector,
                               .count_connectors = 1,
                               .mode_valid = 1,
                               .mode = modes[0]};
   struct drm_mode_crtc beyond = set; /* what it shows would end beyond 32 bits */
   beyond.x = UINT32_MAX;
   assert_true(ioctl(card, DRM_IOCTL_MODE_SETCRTC, &beyond) == -1 && errno == ENOSPC);
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_SETCRTC, &set), 0);
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_PAGE_FLIP, &flip), 0);
   struct drm_event_vblank e;
   assert_int_equal(read(card, &e, sizeof e), sizeof e);
   assert_true(e.base.type == DRM_EVENT_FLIP_COMPLETE && e.base.length == sizeof e && e.user_data == 77);
   /* blanks are counted as they are waited for; a question alone counts none */
   struct drm_crtc_get_sequence seq = {.crtc_id = crtc}, later = seq;
   assert_int_equal(ioctl(card, DRM_IOCTL_CRTC_GET_SEQUENCE, &seq), 0);
   assert_true(seq.active && seq.sequence > 0);
   union drm_wait_vblank wait = {
      .request = {.type = _DRM_VBLANK_RELATIVE, .sequence = 3}
   };
   assert_int_equal(ioctl(card, DRM_IOCTL_WAIT_VBLANK, &wait), 0);
   assert_int_equal(wait.reply.sequence, seq.sequence + 3);
   wait = (union drm_wait_vblank){
      .request = {.type = _DRM_VBLANK_ABSOLUTE | _DRM_VBLANK_EVENT,
                  .sequence = (uint32_t)seq.sequence + 5,
                  .signal = 88}
   };
   assert_int_equal(ioctl(card, DRM_IOCTL_WAIT_VBLANK, &wait), 0);
   assert_int_equal(read(card, &e, sizeof e), sizeof e);
   assert_true(e.base.type == DRM_EVENT_VBLANK && e.user_data == 88 && e.sequence == seq.sequence + 5);
   struct drm_crtc_queue_sequence queue = {.crtc_id = crtc, .sequence = seq.sequence + 1, .user_data = 99};
   assert_int_equal(ioctl(card, DRM_IOCTL_CRTC_QUEUE_SEQUENCE, &queue), 0);
   struct drm_event_crtc_sequence es;
   assert_int_equal(read(card, &es, sizeof es), sizeof es);
   assert_true(es.user_data == 99 && es.sequence == seq.sequence + 5); /* that one was past */
   assert_int_equal(ioctl(card, DRM_IOCTL_CRTC_GET_SEQUENCE, &later), 0);
   assert_int_equal(later.sequence, seq.sequence + 5);
   wait.request.type = _DRM_VBLANK_RELATIVE | _DRM_VBLANK_SECONDARY;
   FAILS(EINVAL, ioctl(card, DRM_IOCTL_WAIT_VBLANK, &wait));

   uint16_t ramp[3][256], back[3][256];
   for (unsigned i = 0; i < 768; i++)
      ramp[i / 256][i % 256] = (uint16_t)(i * 77);
   struct drm_mode_crtc_lut lut = {crtc, 256, (uintptr_t)ramp[0], (uintptr_t)ramp[1], (uintptr_t)ramp[2]};
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_SETGAMMA, &lut), 0);
   lut = (struct drm_mode_crtc_lut){crtc, 256, (uintptr_t)back[0], (uintptr_t)back[1], (uintptr_t)back[2]};
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_GETGAMMA, &lut), 0);
   assert_memory_equal(ramp, back, sizeof ramp);
   lut.gamma_size = 16;
   FAILS(EINVAL, ioctl(card, DRM_IOCTL_MODE_SETGAMMA, &lut));

   struct drm_mode_cursor cursor = {.flags = DRM_MODE_CURSOR_BO | DRM_MODE_CURSOR_MOVE,
                                    .crtc_id = crtc,
                                    .width = 64,
                                    .height = 64,
                                    .handle = create(card, 16384)};
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_CURSOR, &cursor), 0);
   close_handle(card, cursor.handle); /* it is the display's, too */
   FAILS(ENOENT, ioctl(card, DRM_IOCTL_MODE_CURSOR, &cursor));
   cursor.handle = 0;
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_CURSOR, &cursor), 0);
   cursor.handle = dumb.handle;
   cursor.width = 65;
   FAILS(EINVAL, ioctl(card, DRM_IOCTL_MODE_CURSOR, &cursor));
   struct drm_mode_fb_cmd got = {.fb_id = fb.fb_id};
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_GETFB, &got), 0);
   assert_true(got.width == 1024 && got.height == 768 && got.pitch == dumb.pitch && got.bpp == 32);
   FAILS(ENOSYS, ioctl(card, DRM_IOCTL_MODE_DIRTYFB, &(struct drm_mode_fb_dirty_cmd){.fb_id = fb.fb_id}));

   assert_int_equal(fcntl(card, F_SETFL, O_NONBLOCK), 0);
   FAILS(EAGAIN, read(card, &e, sizeof e));
   assert_int_equal(ioctl(card, DRM_IOCTL_MODE_RMFB, &fb.fb_id), 0);
   FAILS(ENOENT, ioctl(card, DRM_IOCTL_MODE_PAGE_FLIP, &flip));
   close(card);
   close(render);
}

int
main(void)
{
   if (!find_chip())
      return 1;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(display),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
