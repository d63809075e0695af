import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useToasts, type ToastType } from '@/stores/toasts'

const looks: Record<ToastType, { icon: LucideIcon; tone: string }> = {
  success: { icon: CircleCheck, tone: 'text-ok' },
  error: { icon: CircleAlert, tone: 'text-bad' },
  warning: { icon: TriangleAlert, tone: 'text-warn' },
  info: { icon: Info, tone: 'text-info' },
}

export function Toaster() {
  const toasts = useToasts((state) => state.toasts)
  const remove = useToasts((state) => state.remove)
  return (
    <section className="toaster" aria-label={t.notifications} aria-live="polite">
      <ol>
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
    </section>
  )
}
