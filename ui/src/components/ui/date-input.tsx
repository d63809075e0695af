import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { dayIn, plusDays, plusMonths, today, weeksOf, withDay, type Day } from '@/lib/calendar'
import { cn } from '@/lib/cn'
import { calendarText as t } from '@/lib/i18n/zh-Hans/calendar'
import { IconButton } from './button'
import { Input } from './input'
import { Popover } from './popover'
import css from './date-input.module.css'
import fieldCss from './field.module.css'
import ui from './ui.module.css'

type DateInputProps = Omit<ComponentProps<typeof Input>, 'end' | 'type' | 'ref'> & {
  type: 'date' | 'datetime-local'
  ref?: ComponentProps<'input'>['ref']
}

/** Writes a value as a person would: a controlled and a registered field both hear of it. */
function type(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A field for a day, with or without a time; its calendar is in the colours of the theme, which the browser's is not. */
export function DateInput({ ref, className, ...rest }: DateInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const timed = rest.type === 'datetime-local'
  return (
    <Input
      {...rest}
      className={cn(css.root, className)}
      ref={(element) => {
        field.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
        return undefined
      }}
      end={
        <Popover
          label={t.calendar}
          align="end"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button type="button" className={fieldCss.clear} aria-label={t.open} disabled={rest.disabled}>
              <CalendarDays className={ui.icon} aria-hidden />
            </button>
          }
        >
          <Calendar
            day={dayIn(field.current?.value ?? '')}
            min={dayIn(String(rest.min ?? ''))}
            max={dayIn(String(rest.max ?? ''))}
            onDay={(day) => {
              if (field.current) type(field.current, withDay(field.current.value, day, timed))
              setOpen(false)
            }}
          />
        </Popover>
      }
    />
  )
}

type CalendarProps = { day: Day | undefined; min: Day | undefined; max: Day | undefined; onDay: (day: Day) => void }

const steps: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => plusDays(day, -1),
  ArrowRight: (day) => plusDays(day, 1),
  ArrowUp: (day) => plusDays(day, -7),
  ArrowDown: (day) => plusDays(day, 7),
  PageUp: (day) => plusMonths(day, -1),
  PageDown: (day) => plusMonths(day, 1),
}

/** A month; arrows move by days and weeks, Page up and Page down by months. */
function Calendar({ day, min, max, onDay }: CalendarProps) {
  const now = today(Date.now())
  const within = (one: Day) => (min !== undefined && one < min ? min : max !== undefined && one > max ? max : one)
  const [at, setAt] = useState(() => within(day ?? now))
  const grid = useRef<HTMLDivElement>(null)
  const move = (to: Day) => setAt(within(to))
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const to = within(step(at))
    setAt(to)
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus())
  }
  // Before the popover would focus its first button.
  useEffect(() => grid.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus(), [])
  const month = at.slice(0, 7)
  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <IconButton
          kind="quiet"
          size="sm"
          label={t.earlier}
          disabled={min !== undefined && month <= min.slice(0, 7)}
          onClick={() => move(plusMonths(at, -1))}
        >
          <ChevronLeft className={ui.icon} aria-hidden />
        </IconButton>
        <b aria-live="polite">{t.month(Number(month.slice(0, 4)), Number(month.slice(5)))}</b>
        <IconButton
          kind="quiet"
          size="sm"
          label={t.later}
          disabled={max !== undefined && month >= max.slice(0, 7)}
          onClick={() => move(plusMonths(at, 1))}
        >
          <ChevronRight className={ui.icon} aria-hidden />
        </IconButton>
      </div>
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the keys belong to the buttons inside */}
      <div ref={grid} role="group" aria-label={t.calendar} className={css.grid} onKeyDown={press}>
        {t.weekdays.map((name) => (
          <small key={name} aria-hidden>
            {name}
          </small>
        ))}
        {weeksOf(at)
          .flat()
          .map((one) => (
            <button
              key={one}
              type="button"
              data-day={one}
              className={cn(css.day, one.slice(0, 7) !== month && css.other, one === now && css.today)}
              aria-label={t.day(Number(one.slice(0, 4)), Number(one.slice(5, 7)), Number(one.slice(8)))}
              aria-pressed={one === day}
              aria-current={one === now ? 'date' : undefined}
              tabIndex={one === at ? 0 : -1}
              disabled={within(one) !== one}
              onClick={() => onDay(one)}
            >
              {Number(one.slice(8))}
            </button>
          ))}
      </div>
    </div>
  )
}
