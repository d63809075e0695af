import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { monetizationText as t } from '@/lib/i18n/zh-Hans/monetization'
import { EDIT_DETAILS } from '@/lib/permissions'
import { isStaff, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { usePatchProject } from '../../commands'
import { useRights } from '../../use-rights'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

type Choice = keyof typeof t.choices

const ofTeam: Choice[] = ['monetized', 'demonetized']
const ofStaff: Choice[] = [...ofTeam, 'force-demonetized']

/** Whether the project takes part in the revenue. The staff alone excludes a project, and readmits it; the server
 * requests their reason. */
export function Monetization({ project }: { project: ProjectPage }) {
  const id = useId()
  const staff = isStaff(useSession())
  const missing = useRights(project).missing(EDIT_DETAILS)
  const save = usePatchProject(project.id)
  const [chosen, setChosen] = useState<Choice>()
  const now = project.monetization_status as Choice
  const forced = now === 'force-demonetized' && !staff
  const refused = forced ? t.forced : staff ? undefined : missing
  const value = chosen ?? now
  const send = () =>
    save.mutate(
      { monetization_status: value },
      {
        onSuccess: () => {
          setChosen(undefined)
          toast(t.saved, t.choices[value])
        },
      },
    )
  return (
    <section className={cn(ui.card, ui.above16)} aria-labelledby={id}>
      <header className={ui.cardHead}>
        <h2 id={id}>{t.title}</h2>
      </header>
      <div className={cn(ui.cardPad, ui.pile)}>
        {forced ? <Note tone="warn">{t.forced}</Note> : null}
        <fieldset className={formCss.choices} disabled={refused !== undefined} title={refused}>
          <legend className={formCss.hint}>{t.hint}</legend>
          {(staff ? ofStaff : ofTeam).map((choice) => (
            <Radio key={choice} name={id} value={choice} checked={choice === value} onChange={() => setChosen(choice)}>
              {t.choices[choice]}
              <small>{t.hints[choice]}</small>
            </Radio>
          ))}
        </fieldset>
        {value === now ? null : (
          <div className={formCss.actions}>
            <Button kind="primary" disabled={refused !== undefined} title={refused} loading={save.isPending} onClick={send}>
              {t.save}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
