/* SPDX-License-Identifier: MIT
 *
 * Part of strict/draw_gen.h: how registers, stacks and constants of the shader core are shared out.
 */

#if GEN_IS(CM) /* Cayman allots registers and stacks at run time */
static void
rules_of_shares(struct front *f)
{
   (void)f;
}
#else
/* The stages' shares of the registers are fixed. */
static bool
has_gpr_shares(const struct front *f)
{
#if GEN_FROM(EG)
   return !(RC(SQ_DYN_GPR_CNTL_PS_FLUSH_REQ) & 1 << 8); /* DYN_GPR_ENABLE */
#else
   (void)f;
   return true;
#endif
}

static void
rules_of_shares(struct front *f)
{
   const uint32_t m1 = RC(SQ_GPR_RESOURCE_MGMT_1), m2 = RC(SQ_GPR_RESOURCE_MGMT_2),
                  st = RC(SQ_STACK_RESOURCE_MGMT_1);
   const uint32_t ps = RV(SQ_PGM_RESOURCES_PS), vs = RV(SQ_PGM_RESOURCES_VS);
   const unsigned ps_gprs = GET(SQ_GPR_RESOURCE_MGMT_1, NUM_PS_GPRS, m1),
                  vs_gprs = GET(SQ_GPR_RESOURCE_MGMT_1, NUM_VS_GPRS, m1);
   const unsigned temps = GET(SQ_GPR_RESOURCE_MGMT_1, NUM_CLAUSE_TEMP_GPRS, m1);
   unsigned sum = ps_gprs + vs_gprs + GET(SQ_GPR_RESOURCE_MGMT_2, NUM_GS_GPRS, m2) +
                  GET(SQ_GPR_RESOURCE_MGMT_2, NUM_ES_GPRS, m2) + 2 * temps;
#if GEN_FROM(EG)
   const uint32_t m3 = RC(SQ_GPR_RESOURCE_MGMT_3);
   sum += GET(SQ_GPR_RESOURCE_MGMT_3, NUM_HS_GPRS, m3) + GET(SQ_GPR_RESOURCE_MGMT_3, NUM_LS_GPRS, m3);
#endif
   if (has_gpr_shares(f)) {
      if (GET(SQ_PGM_RESOURCES_PS, NUM_GPRS, ps) > ps_gprs)
         strict_report(f, STRICT_S9, OFFSET(SQ_PGM_RESOURCES_PS), ps,
                       "more GPRs than the stage's share of %u", ps_gprs);
      if (GET(SQ_PGM_RESOURCES_VS, NUM_GPRS, vs) > vs_gprs)
         strict_report(f, STRICT_S9, OFFSET(SQ_PGM_RESOURCES_VS), vs,
                       "more GPRs than the stage's share of %u", vs_gprs);
      if (sum > f->e->chip->max_gprs)
         strict_report(f, STRICT_S9, OFFSET(SQ_GPR_RESOURCE_MGMT_1), m1,
                       "the shares are %u GPRs together, there are %u", sum, f->e->chip->max_gprs);
   }
   if (GET(SQ_PGM_RESOURCES_PS, STACK_SIZE, ps) > GET(SQ_STACK_RESOURCE_MGMT_1, NUM_PS_STACK_ENTRIES, st))
      strict_report(f, STRICT_S9, OFFSET(SQ_PGM_RESOURCES_PS), ps, "more stack than the stage's share");
   if (GET(SQ_PGM_RESOURCES_VS, STACK_SIZE, vs) > GET(SQ_STACK_RESOURCE_MGMT_1, NUM_VS_STACK_ENTRIES, st))
      strict_report(f, STRICT_S9, OFFSET(SQ_PGM_RESOURCES_VS), vs, "more stack than the stage's share");
}
#endif
