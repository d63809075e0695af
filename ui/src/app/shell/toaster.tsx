import { lazy, Suspense, type ReactNode } from 'react'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useToasts } from '@/stores/toasts'
import css from './toaster.module.css'

// A toast that cannot be drawn must not take the page with it.
const ToastList = lazy((): Promise<{ default: () => ReactNode }> => import('./toast-list').catch(() => ({ default: () => null })))

/** Where toasts appear. The region stands from the start, so that readers of screens hear the first one too. */
export function Toaster() {
  const some = useToasts((state) => state.toasts.length > 0)
  return (
    <section className={css.root} aria-label={t.notifications} aria-live="polite">
      <Suspense>{some ? <ToastList /> : null}</Suspense>
    </section>
  )
}
