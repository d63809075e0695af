import type { Tone } from '@/components/ui/badge'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import type { ReportRow } from '../api'

type Stated = Pick<ReportRow, 'closed' | 'result'>

/** The state of a report: what came of it, once somebody said so. */
export function stateText({ closed, result }: Stated): string {
  return result ? t.results[result] : t.stateOf[closed ? 'closed' : 'open']
}

export function stateTone({ closed, result }: Stated): Tone {
  if (result === 'acted') return 'ok'
  return closed ? 'neutral' : 'info'
}
