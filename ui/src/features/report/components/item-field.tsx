import { Radio } from '@/components/ui/checkbox'
import { ErrorCard, Note } from '@/components/ui/feedback'
import { FormField } from '@/components/ui/input'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { useImeSafeValue } from '@/lib/ime'
import { itemTypes, type ItemType } from '../model/item'
import { readItem } from '../model/read-item'
import type { useReportable } from '../use-reportable'
import { ItemCard } from './item-card'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'
import reportFormCss from './report-form.module.css'

type ItemFieldProps = {
  kind: ItemType
  text: string
  onChosen: (kind: ItemType, text: string) => void
  found: ReturnType<typeof useReportable>
  error: string | undefined
  disabled: boolean
}

/** The item to report, shown as soon as it is found. */
export function ItemField({ kind, text, onChosen, found, error, disabled }: ItemFieldProps) {
  const { item } = found
  const field = useImeSafeValue<HTMLInputElement>(text, (value) => onChosen(readItem(value, kind).kind, value))
  return (
    <>
      <fieldset className={reportFormCss.set} disabled={disabled}>
        <legend>{t.itemType}</legend>
        <div className={reportFormCss.kinds}>
          {itemTypes.map((one) => (
            <Radio key={one} name="item-type" checked={one === kind} onChange={() => onChosen(one, '')}>
              {t.itemTypes[one]}
            </Radio>
          ))}
        </div>
      </fieldset>
      <FormField label={t.item[kind]} hint={t.itemHint} error={found.missing ? t.notFound[kind] : error} required>
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
                  <PathLink className={buttonClass({ size: 'sm' })} to="/dashboard/report/$id" params={{ id: item.reported }}>
                    {t.openAgain}
                  </PathLink>
                }
              >
                <b>{t.again}</b> {t.againText}
              </Note>
            ) : null}
          </>
        ) : found.looking ? (
          <p className={cn(ui.subtle, ui.text13)}>{t.looking}</p>
        ) : found.error ? (
          <ErrorCard error={found.error} onRetry={found.retry} />
        ) : null}
      </div>
    </>
  )
}
