import { lazy, Suspense, type ReactNode } from 'react'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useToasts } from '@/stores/toasts'
import css from './toaster.module.css'

// A toast that cannot be rendered must not break the page.
const ToastList = lazy((): Promise<{ default: () => ReactNode }> => import('./toast-list').catch(() => ({ default: () => null })))

/** The region of toasts. It exists from the start, so that screen readers announce the first one too. */
export function Toaster() {
  const some = useToasts((state) => state.toasts.length > 0)
  return (
    <section className={css.root} aria-label={t.notifications} aria-live="polite">
      <Suspense>{some ? <ToastList /> : null}</Suspense>
    </section>
  )
}
