import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { ScopeGrid } from '@/components/form/scope-grid'
import { textBetween } from '@/components/form/schemas'
import type { FieldsOf } from '@/components/form/use-app-form'
import { GroupRow } from '@/components/ui/form-row'
import { Input, Textarea } from '@/components/ui/input'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import type { ScopeName } from '@/lib/scopes'
import { redirectProblems, type ClientType } from '../model/redirect-uri'
import { isWeb } from '../model/request'
import { RedirectRows } from './redirect-rows'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const points = (text: string) => [...text].length

/** What is said of an application, by the names of the API where it has them. */
export const fields = {
  name: textBetween(3, 255, t.nameWrong),
  url: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || (/^https:/i.test(text) && isWeb(text) && points(text) <= 255), t.urlWrong),
  ),
  description: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => points(text) <= 255, t.descriptionLong),
  ),
  redirect_uris: v.pipe(v.array(v.string()), v.nonEmpty(t.redirectProblems.empty)),
  scopes: v.pipe(v.array(v.custom<ScopeName>(() => true)), v.nonEmpty(t.scopesNone)),
}

/** Whether every address of a list can be registered. */
export const soundRedirects = (list: readonly string[], type: ClientType): boolean =>
  redirectProblems(list, type).every((problem) => problem === undefined)

type ApplicationFieldsProps = {
  form: FieldsOf<'name' | 'url' | 'description' | 'redirect_uris' | 'scopes'>
  type: ClientType
  redirects: { value: readonly string[]; onValue: (value: string[]) => void }
  /** The server's complaint about the addresses. */
  refused: string | undefined
  /** Whether the form was sent: then what is missing is said too. */
  sent: boolean
}

/** The fields that a new application and one that is changed have in common. */
export function ApplicationFields({ form, type, redirects, refused, sent }: ApplicationFieldsProps) {
  return (
    <>
      <div className={formCss.rows}>
        <Field form={form} row name="name" label={t.name} hint={t.nameHint} required>
          {(control) => <Input {...control} autoComplete="off" />}
        </Field>
        <Field form={form} row name="url" label={t.url} hint={t.urlHint}>
          {(control) => <Input {...control} type="url" inputMode="url" placeholder="https://" autoComplete="off" spellCheck={false} />}
        </Field>
        <Field form={form} row name="description" label={t.description} hint={t.descriptionHint}>
          {(control) => <Textarea {...control} rows={2} />}
        </Field>
        <GroupRow label={t.redirects} hint={t.redirectsHint} error={refused} required>
          <RedirectRows list={redirects.value} onList={redirects.onValue} type={type} sent={sent} />
        </GroupRow>
      </div>
      <div className={ui.cardPad}>
        <ScopeGrid form={form} hint={t.scopesHint} />
      </div>
    </>
  )
}
