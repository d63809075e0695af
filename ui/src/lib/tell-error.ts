import { ApiError } from '@/lib/api/errors'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'

/** Shows the error of a command in a toast. */
export function tellError(error: unknown): void {
  if (error instanceof ApiError && error.code === 'no_reason') return
  toast(siteText.errorTitle, error instanceof ApiError ? error.description : siteText.unknownError, 'error')
}
