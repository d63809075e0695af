import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { curationText as t } from '@/lib/i18n/zh-Hans/curation'
import { useImeSafeValue } from '@/lib/ime'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './curation.module.css'

type Field = 'title' | 'description' | 'image'
type Entry = Record<Field, string> & { project: string }

const fields: readonly Field[] = ['title', 'description', 'image']

type CurationRowProps = {
  entry: Entry
  about: { name: string; icon: string | null; hidden: boolean }
  errors: Partial<Record<Field, { message?: string | undefined } | undefined>> | undefined
  onEntry: (change: Partial<Entry>) => void
  /** Undefined at the end of the list. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

/** One slide: its project, its place, and the texts that replace the project's own. */
export function CurationRow({ entry, about: { name, icon, hidden }, errors, onEntry, onUp, onDown, onRemove }: CurationRowProps) {
  return (
    <li>
      <div className={css.top}>
        <Pic src={icon} project={entry.project} name={name} size={40} />
        <b className={ui.clip}>{name}</b>
        {hidden ? (
          <Badge tone="warn">
            <span title={t.hiddenHint}>{t.hidden}</span>
          </Badge>
        ) : null}
        <span className={css.tools}>
          <IconButton kind="quiet" size="sm" label={t.up(name)} disabled={!onUp} onClick={onUp}>
            <ArrowUp className={ui.icon} aria-hidden />
          </IconButton>
          <IconButton kind="quiet" size="sm" label={t.down(name)} disabled={!onDown} onClick={onDown}>
            <ArrowDown className={ui.icon} aria-hidden />
          </IconButton>
          <IconButton kind="quiet" size="sm" label={t.remove(name)} onClick={onRemove}>
            <X className={ui.icon} aria-hidden />
          </IconButton>
        </span>
      </div>
      <div className={css.fields}>
        {fields.map((field) => (
          <EntryField
            key={field}
            label={t.fields[field]}
            name={t.of(t.fields[field], name)}
            url={field === 'image'}
            value={entry[field]}
            error={errors?.[field]?.message}
            onValue={(text) => onEntry({ [field]: text })}
          />
        ))}
      </div>
    </li>
  )
}

type EntryFieldProps = {
  label: string
  /** The accessible name, with that of the project. */
  name: string
  url: boolean
  value: string
  error: string | undefined
  onValue: (value: string) => void
}

function EntryField({ label, name, url, value, error, onValue }: EntryFieldProps) {
  const id = useId()
  const field = useImeSafeValue<HTMLInputElement>(value, onValue)
  return (
    <div>
      <Input
        {...field}
        size="sm"
        type={url ? 'url' : 'text'}
        autoComplete="off"
        icon={<small aria-hidden>{label}</small>}
        placeholder={t.own}
        aria-label={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      />
      {error ? (
        <p id={id} className={formCss.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
