import { useId, useState } from 'react'
import { Card } from '@/components/ui/card'
import { DateInput } from '@/components/ui/date-input'
import { FormField } from '@/components/ui/input'
import { releasePlanText as t } from '@/lib/i18n/zh-Hans/release-plan'
import { timeProblem, timeRange, zoneName } from '@/lib/release-time'
import ui from '@/components/ui/ui.module.css'

type ReleaseTimeProps = { value: string; onValue: (value: string) => void; disabled: boolean }

/** When a new version is released; at once where nothing is written. */
export function ReleaseTime({ value, onValue, disabled }: ReleaseTimeProps) {
  const id = useId()
  const [range] = useState(() => timeRange(Date.now()))
  const wrong = value !== '' && timeProblem(value, Date.now()) !== undefined
  return (
    <Card id={id} title={t.title}>
      <div className={ui.cardPad}>
        <FormField label={t.time} hint={t.newHint(zoneName())} error={wrong ? t.timeWrong : undefined}>
          {(control) => (
            <DateInput
              {...control}
              {...range}
              type="datetime-local"
              value={value}
              onChange={(event) => onValue(event.target.value)}
              disabled={disabled}
            />
          )}
        </FormField>
      </div>
    </Card>
  )
}
