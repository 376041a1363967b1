# SPDX-License-Identifier: MIT
"""chips.xml -> enum db_family (H) or the chip table (C): gen_chips.py H|C OUT chips.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml


def split(text, n):
   v = (text or '').split()
   return '{%s}' % ', '.join(v + ['0'] * (n - len(v)))


def tiling_config(c):
   """What the radeon kernel reports as TILING_CONFIG for these pipes, banks and bytes."""
   log2 = lambda v: int(v).bit_length() - 1
   group = log2(c.get('group-bytes')) - 8
   if c.get('gen') in ('r600', 'r700'):
      return log2(c.get('tile-pipes')) << 1 | (log2(c.get('banks')) - 2) << 4 | group << 6
   return log2(c.get('tile-pipes')) | (log2(c.get('banks')) - 2) << 4 | group << 8 | (log2(c.get('row-bytes')) - 10) << 12


def main(kind, dst, src):
   root = ET.parse(src).getroot()
   chips, clock_khz = root.findall('chip'), root.get('clock-khz')
   if kind == 'H':
      out = [dbxml.banner('Chip families.', 'chips.xml'), '#ifndef DB_FAMILIES_H\n#define DB_FAMILIES_H\n', 'enum db_family {']
      out += ['   DB_FAMILY_%s,' % c.get('name') for c in chips]
      out += ['   DB_FAMILY_COUNT', '};\n', '#endif']
   else:
      out = [dbxml.banner('Chip table.', 'chips.xml'), '#include "db/terascale/db_chips.h"\n']
      for c in chips:
         ids = c.get('pci').split()
         out.append('static const uint16_t pci_%s[] = {%s, 0};' % (c.get('name'), ', '.join(ids)))
      out.append('\nconst struct terascale_chip terascale_chip_table[DB_FAMILY_COUNT] = {')
      for c in chips:
         fl = set(c.get('flags').split())
         b = lambda n: 'true' if n in fl else 'false'
         out.append('   {.base = {.name = "%s", .lname = "%s", .family = TERASCALE_FAMILY, .pci_ids = pci_%s, .clock_khz = %s, .virtual_memory = %s},' % (
            c.get('name'), c.get('name').lower(), c.get('name'), clock_khz, b('virtual-memory')))
         out.append('    .family = DB_FAMILY_%s, .gen = DB_%s, .kind = DB_CHIP_%s,' % (
            c.get('name'), c.get('gen').upper(), c.get('kind').upper()))
         out.append('    .shader_engines = %s, .simds = %s, .quad_pipes = %s, .render_backends = %s, .tile_pipes = %s,' % tuple(
            c.get(k) for k in ('engines', 'simds', 'quad-pipes', 'backends', 'tile-pipes')))
         out.append('    .num_banks = %s, .group_bytes = %s, .row_bytes = %s, .tiling_config = 0x%x, .gb_addr_config = %s,' % (
            c.get('banks'), c.get('group-bytes'), c.get('row-bytes') or 0, tiling_config(c), c.get('gb-addr-config') or 0))
         out.append('    .max_gprs = %s, .max_threads = %s, .max_stack_entries = %s, .hw_contexts = %s, .vliw_width = %s, .wave_size = %s,' % tuple(
            c.get(k) for k in ('gprs', 'threads', 'stack-entries', 'contexts', 'vliw', 'wave')))
         out.append('    .stack_entry_elements = %s, .vertex_cache = %s, .alu_push_before_bug = %s, .alu_push_before_nested_bug = %s,' % (
            c.get('stack-element'), b('vertex-cache'), b('alu-push-before-bug'), b('alu-push-before-nested-bug')))
         out.append('    .ar_gpr_index = %s, .rel_dst_hazard = %s, .surface_base_update = %s, .fp64 = %s,' % tuple(
            b(n) for n in ('ar-gpr-index', 'rel-dst-hazard', 'surface-base-update', 'fp64')))
         out.append('    .htile_large_bug = %s, .depth_expand_tests = %s,' % (b('htile-large-bug'), b('depth-expand-tests')))
         out.append('    .no_packed_float_samples = %s, .vertex_alpha2_unsigned = %s, .one_blend_control = %s,'
                   % (b('no-packed-float-samples'), b('vertex-alpha2-unsigned'), b('one-blend-control')))
         g = (c.get('split-gprs') or '').split()
         g += ['0'] * (7 - len(g))
         out.append('    .gpr_split = {%s}, .clause_temp_gprs = %s, .thread_split = %s, .stack_split = %s,' % (
            ', '.join([g[0], g[1]] + g[3:]), g[2] if c.get('split-gprs') else '4', split(c.get('split-threads'), 6), split(c.get('split-stack'), 6)) + '},')
      out.append('};')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:4])
