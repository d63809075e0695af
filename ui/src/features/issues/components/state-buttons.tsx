import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, CircleCheck, CircleDot, CircleSlash, Copy, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { issueText as t } from '@/lib/i18n/zh-Hans/issue'
import { toast } from '@/stores/toasts'
import { issueQueries, useChange, type Change, type Issue, type StateReason } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './issue.module.css'

const reasons: readonly (readonly [StateReason, LucideIcon])[] = [
  ['done', CircleCheck],
  ['not_planned', CircleSlash],
  ['duplicate', Copy],
]

type StateButtonsProps = {
  issue: Issue
  /** There is a comment that is sent first. */
  written: boolean
  busy: boolean
  /** Sends it; resolves to whether the state may change now. */
  onBefore: () => Promise<boolean>
}

/** Closes an issue with a reason, or opens it again. */
export function StateButtons({ issue, written, busy, onBefore }: StateButtonsProps) {
  const change = useChange(issue.id)
  const [asking, setAsking] = useState(false)
  const { can, state } = issue
  const apply = async (to: Change) => {
    if (!(await onBefore())) return
    await change.mutateAsync(to).then(
      () => toast(t.stateChanged[to.state ?? 'open']),
      () => undefined, // it has told why
    )
  }
  const close = (reason: StateReason) => (reason === 'duplicate' ? setAsking(true) : void apply({ state: 'closed', state_reason: reason }))
  if (state === 'closed')
    return can?.reopen ? (
      <Button disabled={busy} loading={change.isPending} onClick={() => void apply({ state: 'open' })}>
        <CircleDot className={ui.icon} aria-hidden />
        {t.reopen}
      </Button>
    ) : null
  if (!can?.close) return null
  const label = written ? t.closeWith : t.close
  return (
    <>
      <Menu
        label={t.closeAs}
        trigger={
          <Button disabled={busy} loading={change.isPending}>
            <CircleCheck className={ui.icon} aria-hidden />
            {label}
            <ChevronDown className={ui.icon14} aria-hidden />
          </Button>
        }
      >
        {reasons.map(([reason, Icon]) => (
          <MenuItem key={reason} onSelect={() => close(reason)}>
            <Icon className={ui.icon} aria-hidden />
            <span className={css.reason}>
              {t.reasons[reason]}
              <small>{t.reasonHints[reason]}</small>
            </span>
          </MenuItem>
        ))}
      </Menu>
      {asking ? <DuplicateDialog issue={issue} onClose={() => setAsking(false)} onBefore={onBefore} /> : null}
    </>
  )
}

type DuplicateDialogProps = { issue: Issue; onClose: () => void; onBefore: () => Promise<boolean> }

/** Asks which issue this one repeats. */
function DuplicateDialog({ issue, onClose, onBefore }: DuplicateDialogProps) {
  const change = useChange(issue.id)
  const client = useQueryClient()
  const form = useAppForm({
    schema: v.object({
      duplicate_of: v.pipe(
        v.string(),
        v.trim(),
        v.regex(/^#?[1-9]\d{0,6}$/, t.duplicateWrong),
        v.check((text) => Number(text.replace('#', '')) !== issue.number, t.duplicateWrong),
      ),
    }),
    values: { duplicate_of: '' },
    send: async ({ duplicate_of: text }) => {
      const original = await client
        .fetchQuery(issueQueries.numbered(issue.project_id, Number(text.replace('#', ''))))
        .catch((error: unknown) => {
          throw ApiError.is(error, 404) ? new ApiError(404, 'not_found', t.duplicateWrong, undefined, 'duplicate_of') : error
        })
      if (await onBefore()) await change.mutateAsync({ state: 'closed', state_reason: 'duplicate', duplicate_of: original })
    },
    onDone: () => {
      toast(t.stateChanged.closed)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.duplicateOf}>
      <Form form={form}>
        <Field form={form} name="duplicate_of" label={t.duplicateOf} hint={t.duplicateHint} required>
          {(control) => <Input {...control} inputMode="numeric" autoComplete="off" />}
        </Field>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.close}
        </FormActions>
      </Form>
    </Dialog>
  )
}
