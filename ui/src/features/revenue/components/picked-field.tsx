import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input, Star } from '@/components/ui/input'
import { ProjectFinder } from '@/components/ui/project-finder'
import { cn } from '@/lib/cn'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { PersonFinder, type Named } from './person-finder'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const t = revenueStaffText.finder

type PickedFieldProps = {
  kind: 'person' | 'project'
  label: string
  hint?: string | undefined
  required?: boolean
  /** The id; empty: nothing is picked. */
  value: string
  onValue: (id: string) => void
  error?: string | undefined
}

/** A person or a project that is found by name. A project that is not listed is in no search: its id is written. */
export function PickedField({ kind, label, hint, required, value, onValue, error }: PickedFieldProps) {
  const [picked, setPicked] = useState<Named>()
  const [way, setWay] = useState<'find' | 'write'>()
  const pick = (named: Named) => {
    setPicked(named)
    setWay(undefined)
    onValue(named.id)
  }
  const note = error ?? hint
  const close = () => setWay(undefined)
  return (
    <div className={formCss.field} role="group" aria-label={label}>
      <span className={formCss.label}>
        {label}
        {required ? <Star /> : null}
      </span>
      {way === 'find' && kind === 'person' ? <PersonFinder onPick={pick} onClose={close} /> : null}
      {way === 'find' && kind === 'project' ? (
        <ProjectFinder without={[]} onPick={({ id, title }) => pick({ id, name: title })} onClose={close} />
      ) : null}
      {way === 'write' ? (
        <Input
          aria-label={t.id}
          placeholder={t.id}
          value={value}
          onChange={(event) => onValue(event.target.value.trim())}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={64}
        />
      ) : null}
      {way === 'find' ? null : (
        <div className={ui.row}>
          {picked && value === picked.id && way === undefined ? <b className={ui.clip}>{picked.name}</b> : null}
          <Button size="sm" data-invalid={error ? true : undefined} aria-description={note} onClick={() => setWay('find')}>
            {value ? t.change : t[kind]}
          </Button>
          {kind === 'project' && way === undefined ? (
            <Button size="sm" kind="quiet" onClick={() => setWay('write')}>
              {t.write}
            </Button>
          ) : null}
          {value && !required ? (
            <Button
              size="sm"
              kind="quiet"
              onClick={() => {
                setPicked(undefined)
                close()
                onValue('')
              }}
            >
              {t.clear}
            </Button>
          ) : null}
        </div>
      )}
      {note ? (
        <p className={cn(error ? formCss.error : formCss.hint)} role={error ? 'alert' : undefined}>
          {note}
        </p>
      ) : null}
    </div>
  )
}
