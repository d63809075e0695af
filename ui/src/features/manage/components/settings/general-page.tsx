import { useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { slugText, textBetween } from '@/components/form/schemas'
import { SettingsForm } from '@/components/form/settings-form'
import { SlugField } from '@/components/form/slug-field'
import { Card } from '@/components/ui/card'
import { GroupRow } from '@/components/ui/form-row'
import { Input, Textarea } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { ProjectPage, ProjectStatus, Side } from '@/lib/api/types'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { otherNamesText as namesText } from '@/lib/i18n/zh-Hans/other-names'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { projectParams } from '@/lib/links'
import { EDIT_DETAILS } from '@/lib/permissions'
import { useSlugCheck } from '@/lib/use-slug-check'
import { hasEnvironments } from '../../model/checklist'
import { names, summaryDiffers } from '../../model/names'
import { aliasLines, NAME_MAX, otherNames } from '../../model/other-names'
import { plannable, visibilityChoices } from '../../model/visibility'
import { useRights } from '../../use-rights'
import { useSettingsForm } from '../../use-settings-form'
import { ReleasePlan } from '../release-plan'
import { DeleteProject } from './delete-project'
import { IconField } from './icon-field'
import { Monetization } from './monetization'
import formCss from '@/components/ui/form.module.css'

const nowhere = (sides: { client_side: Side; server_side: Side }): boolean =>
  sides.client_side === 'unsupported' && sides.server_side === 'unsupported'

const side = v.custom<Side>(() => true)

const sideChoices = (now: Side) =>
  (['required', 'optional', 'unsupported', ...(now === 'unknown' ? ['unknown' as const] : [])] as const).map((value) => ({
    value,
    label: t.sides[value],
  }))

/** Icon, names, environments, visibility, and the end of it all. */
export function GeneralPage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_DETAILS)
  const router = useRouter()
  const visibility = visibilityChoices(project)
  const environments = hasEnvironments(project)
  const form = useSettingsForm(project, 'general', {
    schema: v.pipe(
      v.object({
        ...names,
        title_zh: textBetween(0, NAME_MAX),
        aliases: aliasLines,
        slug: slugText(() => check.taken),
        client_side: side,
        server_side: side,
        visible: v.custom<ProjectStatus>(() => true),
      }),
      v.forward(v.partialCheck([['title'], ['description']], summaryDiffers, formText.summarySame), ['description']),
      v.forward(
        v.partialCheck([['client_side'], ['server_side']], (sides) => !environments || !nowhere(sides), t.environmentsNone),
        ['client_side'],
      ),
    ),
    values: {
      title: project.title,
      title_zh: project.title_zh ?? '',
      aliases: project.aliases.join('\n'),
      slug: project.slug,
      description: project.description,
      client_side: project.client_side,
      server_side: project.server_side,
      visible: visibility.now,
    },
    patch: ({ visible, title_zh, aliases, ...fields }, given) => ({
      ...fields,
      ...(title_zh === undefined && aliases === undefined ? {} : { aliases: otherNames(project, given) }),
      ...(visible === undefined ? {} : { [visibility.field]: visible }),
    }),
    onSaved: ({ slug }) => {
      if (slug !== project.slug)
        void router.navigate({
          to: '/$type/$id/settings',
          params: projectParams({ ...project, slug }),
          replace: true,
          ignoreBlocker: true,
        })
    },
  })
  const check = useSlugCheck(form.changes.slug ?? '')
  const visible = form.bind('visible')
  const sideField = (name: 'client_side' | 'server_side', label: string) => {
    const { value, onValue } = form.bind(name)
    return (
      <NativeSelect
        prefix={label}
        label={label}
        value={value}
        options={sideChoices(project[name])}
        onValue={(next) => onValue(next as Side)}
      />
    )
  }
  return (
    <>
      <SettingsForm form={form} refused={refused}>
        <Card id="general-title" title={t.pages.general}>
          <div className={formCss.rows}>
            <Field form={form} row name="title" deps="description" label={t.name} hint={t.nameHint} required>
              {(control) => <Input {...control} autoComplete="off" />}
            </Field>
            <Field form={form} row name="title_zh" label={namesText.chinese} hint={namesText.chineseHint}>
              {(control) => <Input {...control} autoComplete="off" />}
            </Field>
            <Field form={form} row name="aliases" label={namesText.aliases} hint={namesText.aliasesHint}>
              {(control) => <Textarea {...control} rows={2} />}
            </Field>
            <SlugField form={form} row label={t.slug} hint={t.slugHint} path={`/${project.url_type}/`} check={check} />
            <IconField project={project} />
            <Field form={form} row name="description" label={t.summary} hint={t.summaryHint} required>
              {(control) => <Textarea {...control} rows={3} />}
            </Field>
            {environments ? (
              <GroupRow label={t.environments} error={nowhere(form.written) ? t.environmentsNone : undefined} required>
                {sideField('client_side', t.client)}
                {sideField('server_side', t.server)}
              </GroupRow>
            ) : null}
            {visibility.options.length > 0 ? (
              <GroupRow label={t.visibility} hint={t.visibilityHint[visible.value]}>
                <NativeSelect
                  prefix={visibility.field === 'status' ? t.visibilityNow : t.visibilityAfter}
                  label={t.visibility}
                  value={visible.value}
                  options={visibility.options.map((value) => ({ value, label: t.statuses[value] ?? value }))}
                  onValue={(next) => visible.onValue(next as ProjectStatus)}
                />
              </GroupRow>
            ) : null}
          </div>
        </Card>
      </SettingsForm>
      {plannable(project.status) ? <ReleasePlan project={project.id} plan={project.schedule} refused={refused} /> : null}
      <Monetization project={project} />
      <DeleteProject project={project} />
    </>
  )
}
