import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { slugText } from '@/components/form/schemas'
import { SettingsForm } from '@/components/form/settings-form'
import { SlugField } from '@/components/form/slug-field'
import { useAppForm } from '@/components/form/use-app-form'
import { Card } from '@/components/ui/card'
import { GroupRow } from '@/components/ui/form-row'
import { ImagePick } from '@/components/ui/image-pick'
import { Input, Textarea } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { changesOf } from '@/lib/changes'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { ORG } from '@/lib/permissions'
import { useSlugCheck } from '@/lib/use-slug-check'
import { toast } from '@/stores/toasts'
import { useEditOrganization, useOrganizationIcon } from '../commands'
import { names } from '../model'
import { DeleteOrganization } from './delete-organization'
import type { SettingsPageProps } from './settings-frame'
import formCss from '@/components/ui/form.module.css'

/** Icon, names, and the end of it all. */
export function GeneralPage({ organization, standing }: SettingsPageProps) {
  const router = useRouter()
  const edit = useEditOrganization(organization.id)
  const may = (standing.rights & ORG.editDetails) !== 0
  const form = useAppForm({
    schema: v.object({ ...names, slug: slugText(() => check.taken) }),
    values: { name: organization.name, slug: organization.slug, description: organization.description },
    send: (given) => edit.mutateAsync(changesOf(given, organization)),
    onDone: (_answer, given) => {
      form.reset(given)
      toast(t.updated, given.name)
      if (given.slug !== organization.slug)
        void router.navigate({
          to: '/organization/$id/settings',
          params: { id: given.slug.toLowerCase() },
          replace: true,
          ignoreBlocker: true,
        })
    },
  })
  const check = useSlugCheck(form.changes.slug ?? '', 'organization')
  return (
    <>
      <SettingsForm form={form}>
        <Card id="general-title" title={t.pages.general}>
          <div className={formCss.rows}>
            <Icon organization={organization} disabled={!may} />
            <Field form={form} row name="name" label={t.name} hint={t.nameHint} required>
              {(control) => <Input {...control} disabled={!may} autoComplete="off" />}
            </Field>
            <SlugField form={form} row label={t.slug} hint={t.slugChangeHint} path="/organization/" check={check} disabled={!may} />
            <Field form={form} row name="description" label={t.description} hint={may ? t.descriptionHint : t.readOnly} required>
              {(control) => <Textarea {...control} disabled={!may} rows={3} />}
            </Field>
          </div>
        </Card>
      </SettingsForm>
      {standing.rights & ORG.delete && !organization.repost ? <DeleteOrganization organization={organization} /> : null}
    </>
  )
}

function Icon({ organization, disabled }: { organization: SettingsPageProps['organization']; disabled: boolean }) {
  const [error, setError] = useState<string>()
  const icon = useOrganizationIcon(organization.id)
  const change = (file: File | undefined) => {
    setError(undefined)
    void icon.mutateAsync(file).then(
      () => toast(t.iconUpdated, organization.name),
      () => undefined,
    )
  }
  return (
    <GroupRow label={t.icon} hint={t.iconHint} error={error}>
      <ImagePick
        upload={t.iconUpload}
        remove={t.iconRemove}
        busy={icon.isPending}
        disabled={disabled}
        onFile={change}
        onError={setError}
        onRemove={organization.icon_url ? () => change(undefined) : undefined}
      >
        <Pic src={organization.icon_url} id={organization.id} name={organization.name} size={96} eager />
      </ImagePick>
    </GroupRow>
  )
}
