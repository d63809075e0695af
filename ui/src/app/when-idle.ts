import { startReports } from './browser-report'

/** What a page does once it is drawn and idle: fetch what errors are shown with, and report to the server. */
export function whenIdle(): void {
  startReports()
  void Promise.allSettled([import('./error-page'), import('./shell/toast-list')])
}
