import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DateInput } from '@/components/ui/date-input'
import { Input, Textarea } from '@/components/ui/input'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiManageText as t } from '@/lib/i18n/zh-Hans/wiki-manage'
import { wikiMessage } from '@/lib/limits.gen'
import { formatZoned } from '@/lib/zoned'
import { toast } from '@/stores/toasts'
import { accountOf } from '../account-of'
import type { WikiSettings } from '../api'
import { useBan, useLiftBan } from '../commands'
import { PersonLink } from './person-link'
import { ReasonDialog } from './reason-dialog'
import ui from '@/components/ui/ui.module.css'
import css from './settings-page.module.css'

const schema = v.object({
  account: v.pipe(v.string(), v.trim(), v.nonEmpty(t.accountNeeded)),
  until: v.pipe(
    v.string(),
    v.nonEmpty(t.untilNeeded),
    v.check((time) => !Number.isNaN(Date.parse(time)), t.untilNeeded),
  ),
  msg: v.pipe(v.string(), v.trim(), v.nonEmpty(t.msgNeeded), textBetween(1, wikiMessage)),
})

type Ban = WikiSettings['bans'][number]

/** Accounts that may not begin drafts, until when and why. */
export function BanList({ project, bans }: { project: ProjectPage; bans: readonly Ban[] }) {
  const [lifting, setLifting] = useState<Ban>()
  return (
    <Card id="wiki-bans" title={t.bans} note={bans.length}>
      <div className={cn(ui.cardPad, css.body)}>
        <p className={ui.small}>{t.bansHint}</p>
        {bans.length === 0 ? <p className={ui.muted}>{t.noBans}</p> : null}
        <ul className={css.people}>
          {bans.map((ban) => (
            <li key={ban.user?.id ?? ban.until}>
              <PersonLink person={ban.user} />
              <span className={ui.small}>{t.untilOf(formatZoned(ban.until))}</span>
              <span className={ui.small}>
                {t.causes[ban.cause]} · {ban.by?.username ?? t.system}
              </span>
              {ban.msg ? <span className={cn(ui.text13, ui.break)}>{ban.msg}</span> : null}
              {ban.user ? (
                <Button className={ui.push} size="sm" kind="quiet" aria-label={t.liftOf(ban.user.username)} onClick={() => setLifting(ban)}>
                  {t.lift}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        <BanForm project={project} />
      </div>
      {lifting?.user ? <Lift project={project} account={lifting.user.id} onClose={() => setLifting(undefined)} /> : null}
    </Card>
  )
}

function BanForm({ project }: { project: ProjectPage }) {
  const ban = useBan(project.id)
  const form = useAppForm({
    schema,
    values: { account: '', until: '', msg: '' },
    send: async ({ account, until, msg }) =>
      ban.mutateAsync({ account: await accountOf(account), until: new Date(until).toISOString(), msg }),
    onDone: () => {
      form.reset()
      toast(t.banned)
    },
  })
  return (
    <Form form={form}>
      <div className={css.two}>
        <Field form={form} name="account" label={t.account}>
          {(control) => <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
        </Field>
        <Field form={form} name="until" label={t.until} hint={t.untilHint}>
          {(control) => <DateInput {...control} type="datetime-local" />}
        </Field>
      </div>
      <Field form={form} name="msg" label={t.msg}>
        {(control) => <Textarea {...control} rows={2} />}
      </Field>
      <div className={css.end}>
        <Button type="submit" danger loading={form.pending}>
          {t.ban}
        </Button>
      </div>
    </Form>
  )
}

function Lift({ project, account, onClose }: { project: ProjectPage; account: string; onClose: () => void }) {
  const lift = useLiftBan(project.id)
  return (
    <ReasonDialog
      title={t.liftTitle}
      label={t.msg}
      missing={t.msgNeeded}
      action={t.lift}
      send={(msg) => lift.mutateAsync({ account, msg })}
      onClose={onClose}
      onDone={() => {
        toast(t.lifted)
        onClose()
      }}
    />
  )
}
