import { useRef, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { ApiError } from '@/lib/api/errors'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useCreateToken } from '../api'
import { scopeBits, scopeGroups, type ScopeName } from '../model/scopes'
import teamCss from '@/components/team/team.module.css'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import secretCss from './secret.module.css'
import css from './create-token.module.css'

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
        <div className={formCss.root}>
          <Note tone="warn">{t.onceText}</Note>
          <p className={secretCss.root}>
            <code>{secret}</code>
            <CopyButton text={secret} label={t.copyToken} />
          </p>
          <div className={formCss.actions}>
            <Button kind="primary" onClick={() => change(false)}>
              {t.done}
            </Button>
          </div>
        </div>
      ) : (
        <TokenForm onMade={setSecret} onCancel={() => change(false)} />
      )}
    </Dialog>
  )
}

function TokenForm({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('')
  const [life, setLife] = useState('30')
  const [date, setDate] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<ScopeName>>(new Set())
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const create = useCreateToken()
  const end = life === CUSTOM ? new Date(`${date}T23:59:59`).getTime() : Date.now() + Number(life) * DAY_MS
  const length = [...name.trim()].length
  const errors = {
    name: length < 3 || length > 255 ? t.nameWrong : undefined,
    date: Number.isFinite(end) && end > Date.now() ? undefined : t.dateWrong,
    scopes: scopes.size === 0 ? t.scopesNone : undefined,
  }
  const flip = (scope: ScopeName) => {
    const next = new Set(scopes)
    if (!next.delete(scope)) next.add(scope)
    setScopes(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.values(errors).some(Boolean)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus())
      return
    }
    create.mutate(
      { name: name.trim(), scopes: scopeBits(scopes), expires: new Date(end).toISOString() },
      { onSuccess: (token) => onMade(token.access_token ?? '') },
    )
  }
  return (
    <form ref={form} className={formCss.root} onSubmit={submit} noValidate>
      {create.error ? <Note tone="bad">{create.error instanceof ApiError ? create.error.description : siteText.unknownError}</Note> : null}
      <FormField label={t.name} hint={t.nameHint} error={tried ? errors.name : undefined} required>
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />}
      </FormField>
      <div className={formCss.field}>
        <span className={formCss.label}>{t.expires}</span>
        <NativeSelect label={t.expires} value={life} options={lives} onValue={setLife} />
      </div>
      {life === CUSTOM ? (
        <FormField label={t.expiresDate} error={tried ? errors.date : undefined} required>
          {(control) => <Input {...control} type="date" value={date} onChange={(event) => setDate(event.target.value)} />}
        </FormField>
      ) : null}
      <fieldset className={css.scopes} aria-describedby="scopes-note" data-invalid={tried && errors.scopes ? true : undefined}>
        <legend className={formCss.label}>{t.scopes}</legend>
        {scopeGroups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <span className={ui.small}>{group.title}</span>
            <div className={teamCss.bits}>
              {group.scopes.map((scope) => (
                <Checkbox key={scope} checked={scopes.has(scope)} onChange={() => flip(scope)}>
                  {t.scopeNames[scope]}
                </Checkbox>
              ))}
            </div>
          </div>
        ))}
        <p id="scopes-note" className={tried && errors.scopes ? formCss.error : formCss.hint}>
          {tried && errors.scopes ? errors.scopes : t.scopesHint}
        </p>
      </fieldset>
      <div className={formCss.actions}>
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" kind="primary" loading={create.isPending}>
          {t.create}
        </Button>
      </div>
    </form>
  )
}
