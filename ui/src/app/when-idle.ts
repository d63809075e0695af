import { startReports } from './browser-report'

/** Work for an idle page: prefetch the modules that show errors, start the reports to the server, and the tooltips. */
export function whenIdle(): void {
  startReports()
  void import('@/components/ui/tooltip').then(
    ({ startTooltips }) => startTooltips(),
    () => undefined, // the browser then shows titles itself
  )
  // Shows the offline page where there is no network; it keeps no pages and no data.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  void Promise.allSettled([import('./error-page'), import('./shell/toast-list')])
}
