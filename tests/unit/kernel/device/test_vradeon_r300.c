/* SPDX-License-Identifier: MIT
 *
 * The virtual radeon as a chip of R300 to R500: what its driver asks for, streams by the kernel's rules, and that it says
 * what becomes of a stream.
 */
#include "vradeon_fixture.h"

#include "db/r300/r300_chips.h"
#include "db/r300/r300_pm4.h"
#include "db/r300/rx_regs.h"

static const struct r300_chip *r300;

static void
infos(void **state)
{
   int fd = open_render();
   uint32_t v = 0;
   assert_int_equal(info(fd, RADEON_INFO_DEVICE_ID, &v), 0);
   assert_int_equal(v, r300->base.pci_ids[0]);
   static const struct {
      uint32_t request, asked, answer;
   } answers[] = {
      {RADEON_INFO_NUM_GB_PIPES,   0,                  1},
      {RADEON_INFO_NUM_Z_PIPES,    0,                  1},
      {RADEON_INFO_ACCEL_WORKING,  0,                  1},
      {RADEON_INFO_ACCEL_WORKING2, 0,                  1},
      {RADEON_INFO_MAX_SE,         0,                  1},
      {RADEON_INFO_RING_WORKING,   RADEON_CS_RING_GFX, 1},
      {RADEON_INFO_RING_WORKING,   RADEON_CS_RING_DMA, 0},
   };
   for (unsigned i = 0; i < sizeof answers / sizeof *answers; i++) {
      v = answers[i].asked;
      assert_int_equal(info(fd, answers[i].request, &v), 0);
      if (v != answers[i].answer)
         fail_msg("request 0x%x answers %u", answers[i].request, v);
   }
   static const uint32_t none[] = {
      RADEON_INFO_TILING_CONFIG, RADEON_INFO_NUM_BACKENDS, RADEON_INFO_NUM_TILE_PIPES,
      RADEON_INFO_BACKEND_MAP,   RADEON_INFO_MAX_PIPES,    RADEON_INFO_VA_START,
      RADEON_INFO_TIMESTAMP,     RADEON_INFO_READ_REG,     RADEON_INFO_IB_VM_MAX_SIZE};
   for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
      FAILS(EINVAL, info(fd, none[i], &v));
   close(fd);
}

/* On-chip memory is one file's at a time, and free again when that is closed. */
static void
lent_memory(void **state)
{
   static const uint32_t requests[] = {RADEON_INFO_WANT_HYPERZ, RADEON_INFO_WANT_CMASK};
   for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++) {
      int fd = open_render(), other = open_render();
      uint32_t v = 1;
      assert_int_equal(info(fd, requests[i], &v), 0);
      assert_int_equal(v, 1);
      assert_int_equal(info(other, requests[i], &v), 0);
      assert_int_equal(v, 0);
      close(fd);
      v = 1;
      assert_int_equal(info(other, requests[i], &v), 0);
      assert_int_equal(v, 1);
      v = 2;
      FAILS(EINVAL, info(other, requests[i], &v));
      close(other);
   }
}

static void
no_virtual_memory(void **state)
{
   int fd = open_render();
   const uint32_t handle = create(fd, 4096);
   struct drm_radeon_gem_va a = {.handle = handle, .operation = RADEON_VA_MAP, .offset = 1 << 24};
   FAILS(ENOTTY, ioctl(fd, DRM_IOCTL_RADEON_GEM_VA, &a));
   const uint32_t filler[2] = {R300_PKT2, R300_PKT2};
   FAILS(EINVAL, submit(fd, filler, 2, &handle, 1, RADEON_CS_USE_VM, RADEON_CS_RING_GFX));
   FAILS(EINVAL, submit(fd, filler, 2, &handle, 1, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_DMA));
   close(fd);
}

/* 64x64 pixels in a buffer of 4 bytes a pixel, drawn over rows. */
static uint32_t
target_stream(uint32_t *ib, uint32_t rows)
{
   const uint32_t origin = r300->gen == R300_GEN_R500 ? 0 : 1440;
   const uint32_t dw[] = {
      R300_PKT0(RX_SC_SCISSOR1_OFFSET, 1),
      RX_SC_SCISSOR1(.XS1 = 63, .YS1 = origin + rows - 1),
      R300_PKT0(RX_RB3D_CCTL_OFFSET, 1),
      0,
      R300_PKT0(RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 1),
      0xf,
      R300_PKT0(RX_ZB_CNTL_OFFSET, 1),
      0,
      R300_PKT0(RX_RB3D_COLOROFFSET_OFFSET(0), 1),
      0,
      R300_PKT3(R300_PKT3_NOP, 1),
      0,
      R300_PKT0(RX_RB3D_COLORPITCH_OFFSET(0), 1),
      RX_RB3D_COLORPITCH(.COLORPITCH = 32, .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888),
      R300_PKT0(RX_VAP_VTX_SIZE_OFFSET, 1),
      4,
      R300_PKT3(R300_PKT3_3D_DRAW_IMMD_2, 5),
      RX_VAP_VF_CNTL(.PRIM_TYPE = 1, .PRIM_WALK = 3, .NUM_VERTICES = 1),
      0,
      0,
      0,
      0,
   };
   memcpy(ib, dw, sizeof dw);
   return sizeof dw / 4;
}

/* What the kernel refuses fails; what it takes does not, whatever becomes of it. */
static void
streams(void **state)
{
   int fd = open_render();
   const uint32_t handle = create(fd, 64 * 64 * 4);
   uint32_t ib[64], n = target_stream(ib, 64);
   assert_int_equal(submit(fd, ib, n, &handle, 1, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX), 0);
   n = target_stream(ib, 65);
   FAILS(EINVAL, submit(fd, ib, n, &handle, 1, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX));
   ib[0] = R300_PKT0(RX_GB_TILE_CONFIG_OFFSET, 1);
   FAILS(EINVAL, submit(fd, ib, 2, &handle, 1, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX));
   struct drm_radeon_gem_wait_idle wait = {.handle = handle};
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait), 0);
   close(fd);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(infos),
      cmocka_unit_test(lent_memory),
      cmocka_unit_test(no_virtual_memory),
      cmocka_unit_test(streams),
   };
   const char *name = getenv("TERAGL_CHIP");
   r300 = r300_chip_find(name ? name : "");
   if (!r300) {
      fprintf(stderr, "TERAGL_CHIP must name a chip\n");
      return 1;
   }
   return cmocka_run_group_tests(tests, NULL, NULL);
}
