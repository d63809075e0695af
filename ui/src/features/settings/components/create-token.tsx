import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { ScopeGrid } from '@/components/form/scope-grid'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { DateInput } from '@/components/ui/date-input'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { OnceSecret } from '@/components/ui/once-secret'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { scopeBits, type ScopeName } from '@/lib/scopes'
import { useCreateToken } from '../api'
import formCss from '@/components/ui/form.module.css'

const DAY_MS = 86_400_000
const CUSTOM = 'custom'
const lives = [
  { value: '7', label: t.days(7) },
  { value: '30', label: t.days(30) },
  { value: '90', label: t.days(90) },
  { value: '365', label: t.year },
  { value: CUSTOM, label: t.customDate },
]

/** Makes a token and shows its secret once. */
export function CreateToken({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [secret, setSecret] = useState<string>()
  const change = (next: boolean) => {
    if (!next) setSecret(undefined)
    onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={change} title={secret ? t.onceTitle : t.createTitle} wide>
      {!open ? null : secret ? (
        <OnceSecret secret={secret} text={t.onceText} copy={t.copyToken} done={t.done} onDone={() => change(false)} />
      ) : (
        <TokenForm onMade={setSecret} onCancel={() => change(false)} />
      )}
    </Dialog>
  )
}

/** The moment at which a token ends; not a number where no date was chosen. */
const endOf = ({ life, expires }: { life: string; expires: string }): number =>
  life === CUSTOM ? new Date(`${expires}T23:59:59`).getTime() : Date.now() + Number(life) * DAY_MS

const schema = v.pipe(
  v.object({
    name: textBetween(3, 255, t.nameWrong),
    life: v.string(),
    expires: v.string(),
    scopes: v.pipe(v.array(v.custom<ScopeName>(() => true)), v.nonEmpty(t.scopesNone)),
  }),
  v.forward(
    v.partialCheck([['life'], ['expires']], (end) => endOf(end) > Date.now() && endOf(end) <= Date.now() + 365 * DAY_MS, t.dateWrong),
    ['expires'],
  ),
)

function TokenForm({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
  const create = useCreateToken()
  const form = useAppForm({
    schema,
    values: { name: '', life: '30', expires: '', scopes: [] as ScopeName[] },
    send: ({ name, scopes, ...end }) =>
      create.mutateAsync({ name, scopes: scopeBits(new Set(scopes)), expires: new Date(endOf(end)).toISOString() }),
    onDone: (token) => onMade(token.access_token ?? ''),
  })
  const life = form.bind('life')
  return (
    <Form form={form}>
      <Field form={form} name="name" label={t.name} hint={t.nameHint} required>
        {(control) => <Input {...control} autoComplete="off" />}
      </Field>
      <div className={formCss.field}>
        <span className={formCss.label}>{t.expires}</span>
        <NativeSelect label={t.expires} value={life.value} options={lives} onValue={life.onValue} />
      </div>
      {life.value === CUSTOM ? (
        <Field form={form} name="expires" label={t.expiresDate} required>
          {(control) => <DateInput {...control} type="date" />}
        </Field>
      ) : null}
      <ScopeGrid form={form} hint={t.scopesHint} />
      <FormActions onCancel={onCancel} loading={form.pending}>
        {t.create}
      </FormActions>
    </Form>
  )
}
