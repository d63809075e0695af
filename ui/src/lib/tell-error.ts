import { ApiError } from '@/lib/api/errors'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'

/** Shows the error of a command in a toast. */
export function tellError(error: unknown): void {
  const known = error instanceof ApiError ? error : undefined
  if (known?.code !== 'no_reason') toast(siteText.errorTitle, known?.description ?? siteText.unknownError, 'error')
}
