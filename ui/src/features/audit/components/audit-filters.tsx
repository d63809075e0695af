import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { auditText as t } from '@/lib/i18n/zh-Hans/audit'
import { reasonText, unstated } from '@/lib/i18n/zh-Hans/reason'
import { kindGroups, kindLabel } from '../model/words'
import { parseAuditSearch, type AuditFilters } from '../search'
import chipCss from '@/components/ui/chip.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './audit.module.css'

const all = { value: '', label: t.all }
const kinds = [all, ...Object.values(kindGroups).flatMap((group) => group.map((value) => ({ value, label: kindLabel(value) })))]
const reasons = [all, ...[...Object.keys(reasonText.codes), unstated].map((value) => ({ value, label: reasonText.name(value) }))]
const marks = [all, ...Object.entries(t.marks).map(([value, label]) => ({ value, label }))]

const shown: Record<keyof AuditFilters, (value: string) => string> = {
  text: (value) => t.quoted(value),
  actor: (value) => value,
  subject: (value) => value,
  kind: kindLabel,
  reason: (value) => reasonText.name(value),
  mark: (value) => (t.marks as Record<string, string>)[value] ?? value,
  from: (value) => value,
  to: (value) => value,
}

const names: Record<keyof AuditFilters, string> = {
  text: t.column.content,
  actor: t.actor,
  subject: t.subject,
  kind: t.kind,
  reason: t.reason,
  mark: t.mark,
  from: t.from,
  to: t.to,
}

/** The filters of the audit. A menu applies at once, a text when it is sent; the set ones are listed below. */
export function AuditFilterBar({ filters }: { filters: AuditFilters }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<AuditFilters>(filters)
  const [short, setShort] = useState(false)
  const [more, setMore] = useState(false)
  const rest = useId()
  const apply = (next: Record<string, unknown>) => void navigate({ to: '/moderation/audit', search: parseAuditSearch(next) })
  const choose = (name: keyof AuditFilters) => (value: string) => apply({ ...draft, [name]: value })
  const type = (name: keyof AuditFilters) => ({
    value: draft[name] ?? '',
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = draft.text?.trim() ?? ''
    setShort([...text].length === 1)
    if ([...text].length !== 1) apply(draft)
  }
  const set = (Object.keys(names) as (keyof AuditFilters)[]).filter((name) => filters[name])
  return (
    <form className={css.filters} role="search" aria-label={t.filters} onSubmit={send}>
      <Input
        size="sm"
        className={css.find}
        icon={<Search className={ui.icon} aria-hidden />}
        placeholder={t.text}
        aria-label={t.text}
        aria-invalid={short}
        aria-describedby={short ? 'audit-text-short' : undefined}
        maxLength={200}
        enterKeyHint="search"
        {...type('text')}
      />
      <Button size="sm" className={css.fold} aria-expanded={more} aria-controls={rest} onClick={() => setMore(!more)}>
        {more ? t.fewer : t.more}
      </Button>
      <div id={rest} className={cn(css.rest, more && css.open)}>
        <Input size="sm" className={css.id} placeholder={t.actorHint} aria-label={t.actor} maxLength={60} {...type('actor')} />
        <Input size="sm" className={css.id} placeholder={t.subjectHint} aria-label={t.subject} maxLength={60} {...type('subject')} />
        <NativeSelect size="sm" label={t.kind} prefix={t.kind} value={draft.kind ?? ''} onValue={choose('kind')} options={kinds} />
        <NativeSelect
          size="sm"
          label={t.reason}
          prefix={t.reason}
          value={draft.reason ?? ''}
          onValue={choose('reason')}
          options={reasons}
        />
        <NativeSelect size="sm" label={t.mark} prefix={t.mark} value={draft.mark ?? ''} onValue={choose('mark')} options={marks} />
        <DateInput size="sm" className={css.day} type="date" icon={<small>{t.from}</small>} aria-label={t.from} {...type('from')} />
        <DateInput size="sm" className={css.day} type="date" icon={<small>{t.to}</small>} aria-label={t.to} {...type('to')} />
      </div>
      <Button type="submit" size="sm">
        {t.apply}
      </Button>
      {short ? (
        <p id="audit-text-short" role="alert" className={css.short}>
          {t.textShort}
        </p>
      ) : null}
      {set.length > 0 ? (
        <div className={css.chips}>
          {set.map((name) => (
            <span key={name} className={chipCss.root}>
              {t.filterOn(names[name], shown[name](filters[name] ?? ''))}
              <button type="button" aria-label={t.remove(names[name])} onClick={() => apply({ ...filters, [name]: undefined })}>
                <X className={ui.icon14} aria-hidden />
              </button>
            </span>
          ))}
          <PathLink className={ui.link} to="/moderation/audit">
            {t.clear}
          </PathLink>
        </div>
      ) : null}
    </form>
  )
}
