import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { siteText } from '@/lib/i18n/zh-Hans/site'

/** What the server said against a form. */
export function FormError({ error }: { error: unknown }) {
  return error ? <Note tone="bad">{error instanceof ApiError ? error.description : siteText.unknownError}</Note> : null
}
