import { Scale } from 'lucide-react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { DataTable } from '@/components/ui/data-table'
import { DateInput } from '@/components/ui/date-input'
import { Empty } from '@/components/ui/feedback'
import { Input, Textarea } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { revenueText } from '@/lib/i18n/zh-Hans/revenue'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { toast } from '@/stores/toasts'
import { sampleRule } from '../model/rule'
import { useEnforce, usePublishRule } from '../treasury-commands'
import type { TreasuryRule } from '../treasury-types'
import tableCss from '@/components/ui/number-table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.rules
const HASH = 12

/** The rules by which days are shared: those in force, a new version, and from when it holds. */
export function TreasuryRules({ rules }: { rules: readonly TreasuryRule[] }) {
  const now = new Date().toISOString().slice(0, 10)
  const current = rules.findLast(({ from }) => from <= now)
  return (
    <div className={ui.splitSide}>
      <section className={cn(ui.card, ui.cut)} aria-label={t.inForce}>
        <div className={ui.cardHead}>
          <h2>{t.inForce}</h2>
        </div>
        {rules.length > 0 ? (
          // What scrolls can be scrolled by keyboard.
          // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
          <div className={tableCss.scroll} role="group" aria-label={t.inForce} tabIndex={0}>
            <DataTable className={tableCss.root} columns={[t.name, t.from, t.hash]}>
              {[...rules].reverse().map((rule) => (
                <tr key={`${rule.rule} ${rule.version} ${rule.from}`}>
                  <th scope="row">
                    {rule.rule}/{rule.version}{' '}
                    {rule === current ? (
                      <Badge tone="ok">{t.current}</Badge>
                    ) : rule.from > now ? (
                      <Badge tone="info">{t.coming}</Badge>
                    ) : null}
                  </th>
                  <td>{rule.from}</td>
                  <td>
                    <code className={css.hash}>{rule.hash.slice(0, HASH)}</code>
                    <CopyButton text={rule.hash} label={revenueText.making.copyHash(rule.from)} />
                  </td>
                </tr>
              ))}
            </DataTable>
          </div>
        ) : (
          <Empty level={3} icon={Scale} title={t.none} />
        )}
      </section>
      <div className={ui.pile}>
        <Publish current={current} />
        <Enforce rule={current?.rule ?? ''} />
      </div>
    </div>
  )
}

const file = v.object({ rule: v.pipe(v.string(), v.trim(), v.nonEmpty(t.fileNeeded)) })

function Publish({ current }: { current: TreasuryRule | undefined }) {
  const publish = usePublishRule()
  const form = useAppForm({
    schema: file,
    values: { rule: '' },
    send: ({ rule }) => publish.mutateAsync(rule),
    onDone: () => {
      toast(t.published)
      form.reset()
    },
  })
  return (
    <section className={cn(ui.card, ui.cardPad)} aria-label={t.publish}>
      <Form form={form}>
        <h2 className={ui.heading}>{t.publish}</h2>
        <Field form={form} name="rule" label={t.file} hint={t.fileHint} required>
          {(input) => <Textarea {...input} className={css.code ?? ''} rows={6} spellCheck={false} autoComplete="off" maxLength={4096} />}
        </Field>
        <div className={ui.row}>
          <Button type="submit" kind="primary" loading={form.pending}>
            {t.send}
          </Button>
          <Button onClick={() => form.setValue('rule', sampleRule(current?.rule, (current?.version ?? 0) + 1))}>{t.sample}</Button>
        </div>
      </Form>
    </section>
  )
}

const MOST = 9999
const force = v.object({
  rule: v.pipe(v.string(), v.trim(), v.nonEmpty(t.nameNeeded)),
  version: v.pipe(
    v.string(),
    v.check((text) => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= MOST, t.versionWrong),
    v.transform(Number),
  ),
  from: v.pipe(v.string(), v.isoDate(t.fromWrong)),
})

function Enforce({ rule }: { rule: string }) {
  const enforce = useEnforce()
  const form = useAppForm({
    schema: force,
    values: { rule, version: '', from: '' },
    send: (given) => enforce.mutateAsync(given),
    onDone: () => {
      toast(t.enforced)
      form.reset()
    },
  })
  return (
    <section className={cn(ui.card, ui.cardPad)} aria-label={t.enforce}>
      <Form form={form}>
        <h2 className={ui.heading}>{t.enforce}</h2>
        <Field form={form} name="rule" label={t.name} required>
          {(input) => <Input {...input} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={32} />}
        </Field>
        <Field form={form} name="version" label={t.version} required>
          {(input) => <Input {...input} inputMode="numeric" autoComplete="off" maxLength={4} />}
        </Field>
        <Field form={form} name="from" label={t.from} hint={t.enforceHint} required>
          {(input) => <DateInput {...input} type="date" />}
        </Field>
        <div>
          <Button type="submit" kind="primary" loading={form.pending}>
            {t.enforce}
          </Button>
        </div>
      </Form>
    </section>
  )
}
