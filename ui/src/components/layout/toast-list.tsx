import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import type { FocusEvent } from 'react'
import { IconButton } from '@/components/ui/button'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useToasts, type ToastType } from '@/stores/toasts'

const looks: Record<ToastType, { icon: LucideIcon; tone: string }> = {
  success: { icon: CircleCheck, tone: 'text-ok' },
  error: { icon: CircleAlert, tone: 'text-bad' },
  warning: { icon: TriangleAlert, tone: 'text-warn' },
  info: { icon: Info, tone: 'text-info' },
}

/** More than these scroll. */
const SHOWN = 4

/** The toasts. While the pointer or the focus is among them, their time stands still. */
export default function ToastList() {
  const { toasts, remove, hold, release } = useToasts()
  const many = toasts.length > SHOWN
  return (
    <ol
      className={many ? 'is-many' : undefined}
      // What scrolls can be reached by keyboard.
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
      tabIndex={many ? 0 : undefined}
      aria-label={many ? t.notifications : undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) release()
      }}
    >
      {toasts.map((toast) => {
        const { icon: Icon, tone } = looks[toast.type]
        return (
          <li key={toast.id} className="toast" role={toast.type === 'error' ? 'alert' : undefined}>
            <Icon className={`i ${tone}`} aria-hidden />
            <b>{toast.title}</b>
            {toast.text ? <p>{toast.text}</p> : null}
            <IconButton label={t.closeToast} kind="quiet" size="xs" onClick={() => remove(toast.id)}>
              <X className="i i-14" aria-hidden />
            </IconButton>
          </li>
        )
      })}
    </ol>
  )
}
