import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { GroupRow, Row } from '@/components/ui/form-row'
import { ImagePick } from '@/components/ui/image-pick'
import { Input, Textarea } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { SettingsForm } from '@/components/ui/settings-form'
import { useImeSafeValue } from '@/lib/ime'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { ORG } from '@/lib/permissions'
import { useDraft } from '@/lib/use-draft'
import { useSlugCheck } from '@/lib/use-slug-check'
import { toast } from '@/stores/toasts'
import { useEditOrganization, useOrganizationIcon } from '../commands'
import { DESCRIPTION, NAME, slugError, within } from '../model'
import { DeleteOrganization } from './delete-organization'
import type { SettingsPageProps } from './settings-frame'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

/** Icon, names, and the end of it all. */
export function GeneralPage({ organization, standing }: SettingsPageProps) {
  const router = useRouter()
  const [tried, setTried] = useState(false)
  const save = useEditOrganization(organization.id)
  const may = (standing.rights & ORG.editDetails) !== 0
  const { draft, changes, count, change, revert } = useDraft({
    name: organization.name,
    slug: organization.slug,
    description: organization.description,
  })
  const name = useImeSafeValue<HTMLInputElement>(draft.name, (value) => change({ name: value }))
  const slug = useImeSafeValue<HTMLInputElement>(draft.slug, (value) => change({ slug: value }))
  const description = useImeSafeValue<HTMLTextAreaElement>(draft.description, (value) => change({ description: value }))
  const check = useSlugCheck(changes.slug === undefined ? '' : draft.slug, 'organization')
  const errors = {
    name: within(draft.name, NAME),
    slug: slugError(draft.slug, check.taken),
    description: within(draft.description, DESCRIPTION),
  }
  const patch = () => Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value.trim()]))
  const saved = () => {
    change({ name: draft.name.trim(), description: draft.description.trim() })
    if (draft.slug !== organization.slug)
      void router.navigate({
        href: `/organization/${encodeURIComponent(draft.slug.toLowerCase())}/settings`,
        replace: true,
        ignoreBlocker: true,
      })
  }
  return (
    <>
      <SettingsForm
        save={save}
        said={{ title: t.updated, text: draft.name }}
        count={count}
        wrong={Object.values(errors).some(Boolean)}
        patch={patch}
        onTried={() => setTried(true)}
        onRevert={revert}
        onSaved={saved}
      >
        <section className={ui.card} aria-labelledby="general-title">
          <header className={ui.cardHead}>
            <h2 id="general-title">{t.pages.general}</h2>
          </header>
          <div className={formCss.rows}>
            <Icon organization={organization} disabled={!may} />
            <Row label={t.name} hint={t.nameHint} error={tried ? errors.name : undefined} required>
              {(control) => <Input {...control} {...name} disabled={!may} autoComplete="off" />}
            </Row>
            <Row
              label={t.slug}
              hint={check.free && changes.slug ? t.slugFree : check.busy ? t.slugChecking : t.slugChangeHint}
              error={tried || check.taken ? errors.slug : undefined}
              required
            >
              {(control) => (
                <Input
                  {...control}
                  {...slug}
                  disabled={!may}
                  autoComplete="off"
                  spellCheck={false}
                  autoCapitalize="none"
                  icon={<span className={ui.subtle}>/organization/</span>}
                />
              )}
            </Row>
            <Row label={t.description} hint={may ? t.descriptionHint : t.readOnly} error={tried ? errors.description : undefined} required>
              {(control) => <Textarea {...control} {...description} disabled={!may} rows={3} />}
            </Row>
          </div>
        </section>
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
        <Pic src={organization.icon_url} name={organization.slug} size={96} eager />
      </ImagePick>
    </GroupRow>
  )
}
