import { startReports } from './browser-report'

/** Work for an idle page: prefetch the modules that show errors, and start the reports to the server. */
export function whenIdle(): void {
  startReports()
  void Promise.allSettled([import('./error-page'), import('./shell/toast-list')])
}
