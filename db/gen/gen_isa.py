# SPDX-License-Identifier: MIT
"""isa-*.xml -> db/isa.h and isa.c: gen_isa.py H|C OUT DBDIR

Words become packs and getters per instruction set; opcodes become enums with one info row each and decode tables."""
import os
import sys
import xml.etree.ElementTree as ET
import dbxml

SLOT = {'any': 'DB_SLOT_ANY', 'vec': 'DB_SLOT_VEC', 'trans': 'DB_SLOT_TRANS', '4vec': 'DB_SLOT_4VEC', '2vec': 'DB_SLOT_2VEC',
        'xyz': 'DB_SLOT_XYZ'}


def load(d):
   get = lambda n: ET.parse(os.path.join(d, n)).getroot().findall('op')
   fetch = get('isa-fetch.xml')
   return (get('isa-alu.xml'), get('isa-cf.xml'), [o for o in fetch if o.get('kind') == 'tex'],
           [o for o in fetch if o.get('kind') == 'vtx'])


def enum(name, prefix, ops, count):
   return 'enum %s {\n%s\n   %s\n};\n' % (name, '\n'.join('   %s%s,' % (prefix, o.get('name')) for o in ops), count)


def header(dst, d):
   alu, cf, tex, vtx = load(d)
   out = [dbxml.banner('Instruction words and opcodes of the four shader instruction sets.', 'isa-*.xml'),
          '#ifndef DB_ISA_H\n#define DB_ISA_H\n#include "db/terascale/db_isa_types.h"\n#include "db/db_pack.h"\n',
          enum('db_alu_op', 'DB_ALU_', alu, 'DB_ALU_OP_COUNT'), enum('db_cf_op', 'DB_CF_', cf, 'DB_CF_OP_COUNT'),
          enum('db_tex_op', 'DB_TEX_', tex, 'DB_TEX_OP_COUNT'), enum('db_vtx_op', 'DB_VTX_', vtx, 'DB_VTX_OP_COUNT'),
          '/* Info rows: op must be below the enum\'s count. Decoders: the op, or -1 when the generation has no such code. */',
          'const struct db_alu_info *db_alu_info(enum db_alu_op op);', 'int db_alu_decode(enum db_gen gen, bool op3, unsigned code);',
          'const struct db_cf_info *db_cf_info(enum db_cf_op op);', 'int db_cf_decode(enum db_gen gen, bool alu_form, unsigned code);',
          'const struct db_fetch_info *db_tex_info(enum db_tex_op op);',
          'int db_tex_decode(enum db_gen gen, unsigned inst, unsigned inst_mod);',
          'const struct db_fetch_info *db_vtx_info(enum db_vtx_op op);',
          'int db_vtx_decode(enum db_gen gen, unsigned inst, unsigned mem_op);\n']
   for isa in dbxml.ISAS:
      f = dbxml.words(os.path.join(d, 'isa-words-%s.xml' % isa))
      out.append('/* ---- %s: %s ---- */' % (isa, f.doc))
      for r in f.records:
         dbxml.emit_record(out, f.prefix, r)
      for n, v in dbxml.short_values(f, {r.name for r in f.records}).items():
         if '_INST_' not in n:
            out.append('#define %s_%s %d' % (f.prefix, n, v))
   out.append('\n#endif')
   open(dst, 'w').write('\n'.join(out) + '\n')


def fetch_rows(ops):
   rows = []
   for o in ops:
      code, mod = [], []
      for isa in dbxml.ISAS:
         c, _, m = (o.get(isa) or '-1').partition('.')
         code.append(str(int(c, 0)))
         mod.append(m or '0')
      rows.append('   {"%s", {%s}, {%s}},' % (o.get('name'), ', '.join(code), ', '.join(mod)))
   return '\n'.join(rows)


def source(dst, d):
   alu, cf, tex, vtx = load(d)
   out = [dbxml.banner('Opcode rows and decode tables.', 'isa-*.xml'), '#include "db/terascale/isa.h"\n']
   rows, tables = [], {(g, op3): {} for g in range(4) for op3 in (0, 1)}
   for o in alu:
      code, slots = [], []
      op3 = int(o.get('form') == 'op3')
      for g, isa in enumerate(dbxml.ISAS):
         c = o.get(isa)
         if c:
            c, s = c.split()
            slots.append(SLOT[s])
            tables[g, op3][int(c, 0)] = o.get('name')
            code.append(c)
         else:
            slots.append('DB_SLOT_NONE')
            code.append('-1')
      fl = ['DB_ALU_' + x.upper() + '_F' for x in (o.get('flags') or '').split()]
      fl += ['DB_ALU_SRC_INT_F'] * (o.get('src') == 'int') + ['DB_ALU_DST_INT_F'] * (o.get('dst') == 'int')
      rows.append('   {"%s", %s, %s, {%s}, {%s}, %s},' % (o.get('name'), o.get('srcs'), 'true' if op3 else 'false', ', '.join(code),
                                                       ', '.join(slots), ' | '.join(fl) or '0'))
   out.append('static const struct db_alu_info alu_infos[DB_ALU_OP_COUNT] = {\n%s\n};\n' % '\n'.join(rows))
   for op3, size in ((0, 256), (1, 32)):
      out.append('/* op + 1; 0 = no such code */\nstatic const uint16_t alu_op%d[4][%d] = {' % (3 if op3 else 2, size))
      for g in range(4):
         out.append('   {%s},' % ', '.join('[0x%02X] = DB_ALU_%s + 1' % kv for kv in sorted(tables[g, op3].items())))
      out.append('};\n')
   rows, tables = [], {(g, a): {} for g in range(4) for a in (0, 1)}
   for o in cf:
      a = int(o.get('form') == 'alu')
      for g, isa in enumerate(dbxml.ISAS):
         if o.get(isa):
            tables[g, a][int(o.get(isa), 0)] = o.get('name')
      c_name = lambda attribute, none: (o.get(attribute) or none).upper().replace('-', '_')
      variant = ('DB_AROUND_' + c_name('around', '') if o.get('around') else 'DB_LOOP_' + c_name('loop', '') if o.get('loop') else
                 o.get('buffer') or '0')
      rows.append('   {"%s", DB_CF_FORM_%s, DB_CLAUSE_%s, DB_FLOW_%s, %s, %s, {%s}},' % (
         o.get('name'), c_name('form', ''), c_name('clause', 'none'), c_name('flow', 'none'), variant, o.get('ends') or '0',
         ', '.join(o.get(i) or '-1' for i in dbxml.ISAS)))
   out.append('static const struct db_cf_info cf_infos[DB_CF_OP_COUNT] = {\n%s\n};\n' % '\n'.join(rows))
   for a, size in ((0, 128), (1, 16)):
      out.append('static const uint16_t cf_%s[4][%d] = {' % ('alu' if a else 'plain', size))
      for g in range(4):
         out.append('   {%s},' % ', '.join('[0x%02X] = DB_CF_%s + 1' % kv for kv in sorted(tables[g, a].items())))
      out.append('};\n')
   out.append('static const struct db_fetch_info tex_infos[DB_TEX_OP_COUNT] = {\n%s\n};\n' % fetch_rows(tex))
   out.append('static const struct db_fetch_info vtx_infos[DB_VTX_OP_COUNT] = {\n%s\n};\n' % fetch_rows(vtx))
   out.append('''const struct db_alu_info *
db_alu_info(enum db_alu_op op)
{
   return &alu_infos[op];
}

int
db_alu_decode(enum db_gen gen, bool op3, unsigned code)
{
   if (op3)
      return code < 32 ? alu_op3[gen][code] - 1 : -1;
   return code < 256 ? alu_op2[gen][code] - 1 : -1;
}

const struct db_cf_info *
db_cf_info(enum db_cf_op op)
{
   return &cf_infos[op];
}

int
db_cf_decode(enum db_gen gen, bool alu_form, unsigned code)
{
   if (alu_form)
      return code < 16 ? cf_alu[gen][code] - 1 : -1;
   return code < 128 ? cf_plain[gen][code] - 1 : -1;
}

static int
find_fetch(const struct db_fetch_info *infos, int count, enum db_gen gen, unsigned inst, unsigned mod)
{
   for (int i = 0; i < count; i++) {
      if (infos[i].inst[gen] == (int)inst && infos[i].inst_mod[gen] == mod)
         return i;
   }
   return -1;
}

const struct db_fetch_info *
db_tex_info(enum db_tex_op op)
{
   return &tex_infos[op];
}

int
db_tex_decode(enum db_gen gen, unsigned inst, unsigned inst_mod)
{
   return find_fetch(tex_infos, DB_TEX_OP_COUNT, gen, inst, inst_mod);
}

const struct db_fetch_info *
db_vtx_info(enum db_vtx_op op)
{
   return &vtx_infos[op];
}

int
db_vtx_decode(enum db_gen gen, unsigned inst, unsigned mem_op)
{
   return find_fetch(vtx_infos, DB_VTX_OP_COUNT, gen, inst, mem_op);
}''')
   open(dst, 'w').write('\n'.join(out) + '\n')


(header if sys.argv[1] == 'H' else source)(*sys.argv[2:4])
