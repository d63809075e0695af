import { UserPlus } from 'lucide-react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Ago } from '@/components/ui/time'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiManageText as t } from '@/lib/i18n/zh-Hans/wiki-manage'
import { toast } from '@/stores/toasts'
import { accountOf } from '../account-of'
import type { WikiSettings } from '../api'
import { useNameEditor, useUnnameEditor } from '../commands'
import { PersonLink } from './person-link'
import ui from '@/components/ui/ui.module.css'
import css from './settings-page.module.css'

const schema = v.object({ account: v.pipe(v.string(), v.trim(), v.nonEmpty(t.accountNeeded)) })

type EditorListProps = { project: ProjectPage; settings: WikiSettings; may: boolean }

/** The accounts that may edit beside the members. */
export function EditorList({ project, settings: { editors }, may }: EditorListProps) {
  const name = useNameEditor(project.id)
  const unname = useUnnameEditor(project.id)
  const form = useAppForm({
    schema,
    values: { account: '' },
    send: async ({ account }) => name.mutateAsync(await accountOf(account)),
    onDone: () => {
      form.reset()
      toast(t.added)
    },
  })
  return (
    <Card id="wiki-editors" title={t.editors} note={editors.length}>
      <div className={cn(ui.cardPad, css.body)}>
        <p className={ui.small}>{t.editorsHint}</p>
        {editors.length === 0 ? <p className={ui.muted}>{t.noEditors}</p> : null}
        <ul className={css.people}>
          {editors.map(({ user, named }) => (
            <li key={user?.id ?? named}>
              <PersonLink person={user} />
              <Ago className={ui.small} time={named} />
              {user && may ? (
                <Button
                  className={ui.push}
                  size="sm"
                  kind="quiet"
                  aria-label={t.removeEditor(user.username)}
                  disabled={unname.isPending}
                  onClick={() => unname.mutate(user.id, { onSuccess: () => toast(t.removed) })}
                >
                  {t.remove}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        {may ? (
          <Form form={form} bare className={css.add}>
            <Field form={form} name="account" label={t.account} error={form.failure}>
              {(control) => <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
            </Field>
            <Button type="submit" loading={form.pending}>
              <UserPlus className={ui.icon} aria-hidden />
              {t.addEditor}
            </Button>
          </Form>
        ) : null}
      </div>
    </Card>
  )
}
