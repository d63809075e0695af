import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Radio } from '@/components/ui/checkbox'
import { ErrorCard, Note } from '@/components/ui/feedback'
import { FormField } from '@/components/ui/input'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { useImeSafeValue } from '@/lib/ime'
import { reportQueries, type Reportable } from '../api'
import { itemTypes, readItem, type ItemType } from '../model/item'
import { ItemCard } from './item-card'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'
import reportFormCss from './report-form.module.css'

const PAUSE_MS = 300

/** The text, once nobody has typed for a moment. */
function usePause(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export type Chosen = { kind: ItemType; text: string }
type ItemFieldProps = {
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
  onItem: (item: Reportable | undefined) => void
  error: string | undefined
  disabled: boolean
}

/** Finds what is to be reported while it is typed, and shows it. */
export function ItemField({ chosen, onChosen, onItem, error, disabled }: ItemFieldProps) {
  const { kind, text } = chosen
  const settled = usePause(text)
  const { name } = readItem(settled, kind)
  const query = useQuery(reportQueries.item(kind, name))
  const current = settled === text
  const item = current ? query.data : undefined
  useEffect(() => onItem(item), [item, onItem])
  const field = useImeSafeValue<HTMLInputElement>(text, (value) => {
    const read = readItem(value, kind)
    onChosen({ kind: read.kind, text: value })
  })
  const missing = ApiError.is(query.error, 404)
  return (
    <>
      <fieldset className={reportFormCss.set} disabled={disabled}>
        <legend>{t.itemType}</legend>
        <div className={reportFormCss.kinds}>
          {itemTypes.map((one) => (
            <Radio key={one} name="item-type" checked={one === kind} onChange={() => onChosen({ kind: one, text: '' })}>
              {t.itemTypes[one]}
            </Radio>
          ))}
        </div>
      </fieldset>
      <FormField label={t.item[kind]} hint={t.itemHint} error={error ?? (current && missing ? t.notFound[kind] : undefined)} required>
        {(control) => (
          <span className={fieldCss.root}>
            <input {...control} {...field} type="text" autoComplete="off" spellCheck={false} maxLength={512} disabled={disabled} />
          </span>
        )}
      </FormField>
      <div className={reportFormCss.found} aria-live="polite">
        {item ? (
          <>
            <ItemCard item={item} />
            {item.reported ? (
              <Note
                tone="warn"
                actions={
                  <PathLink className={buttonClass({ size: 'sm' })} href={`/dashboard/report/${item.reported}`}>
                    {t.openAgain}
                  </PathLink>
                }
              >
                <b>{t.again}</b> {t.againText}
              </Note>
            ) : null}
          </>
        ) : name && (query.isFetching || !current) ? (
          <p className={cn(ui.subtle, ui.text13)}>{t.looking}</p>
        ) : query.error && !missing ? (
          <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
      </div>
    </>
  )
}
