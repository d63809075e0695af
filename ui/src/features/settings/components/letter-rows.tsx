import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from '@/components/ui/checkbox'
import { send } from '@/lib/api/client'
import { letterChoiceText as t } from '@/lib/i18n/zh-Hans/letter-choice'
import ui from '@/components/ui/ui.module.css'
import { preferencesQuery } from '../model/preferences'
import settingsRowCss from './settings-row.module.css'

/** The kinds of letters that can be switched off; each change is applied at once. */
export default function LetterRows() {
  const client = useQueryClient()
  const chosen = useQuery(preferencesQuery)
  const change = useMutation({
    mutationFn: (wanted: boolean) => send('PATCH', '/_internal/preferences', { body: { letters: { review_messages: wanted } } }),
    onSuccess: (document) => client.setQueryData(preferencesQuery.queryKey, document),
  })
  if (!chosen.data) return null
  const wanted = change.isPending ? change.variables : (chosen.data.letters?.review_messages ?? true)
  return (
    <div className={settingsRowCss.root}>
      <span>
        <b>{t.reviewMessages}</b>
        <small>{t.reviewMessagesHint}</small>
      </span>
      <Switch checked={wanted} onChange={(event) => change.mutate(event.target.checked)}>
        <span className={ui.visuallyHidden}>{t.reviewMessages}</span>
      </Switch>
    </div>
  )
}
