import { useRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react'
import { IconButton } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useToasts, type ToastType } from '@/stores/toasts'
import { placeOf, type Place } from './toast-place'
import ui from '@/components/ui/ui.module.css'
import toasterCss from './toaster.module.css'

const looks: Record<ToastType, { icon: LucideIcon; tone: string | undefined }> = {
  success: { icon: CircleCheck, tone: ui.ok },
  error: { icon: CircleAlert, tone: ui.bad },
  warning: { icon: TriangleAlert, tone: ui.warn },
  info: { icon: Info, tone: ui.info },
}

/** With more toasts the list scrolls. */
const SHOWN = 4

/** The toasts. While the pointer or the focus is inside, their timers are paused. */
export default function ToastList() {
  const { toasts, remove, hold, release, leave } = useToasts()
  const router = useRouter()
  const list = useRef<HTMLOListElement>(null)
  const [place, setPlace] = useState<Place>('right')
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => (pathChanged ? leave() : undefined)), [router, leave])
  useLayoutEffect(() => {
    if (list.current) setPlace(placeOf(list.current))
  }, [toasts])
  const many = toasts.length > SHOWN
  return (
    <ol
      ref={list}
      data-place={place}
      className={many ? toasterCss.many : undefined}
      // A scrolling list must be reachable by keyboard.
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
          <li key={toast.id} className={toasterCss.toast} role={toast.type === 'error' ? 'alert' : undefined}>
            <Icon className={cn(ui.icon, tone)} aria-hidden />
            <b>{toast.title}</b>
            {toast.text ? <p>{toast.text}</p> : null}
            <IconButton label={shellText.closeToast} kind="quiet" size="xs" onClick={() => remove(toast.id)}>
              <X className={ui.icon14} aria-hidden />
            </IconButton>
          </li>
        )
      })}
    </ol>
  )
}
