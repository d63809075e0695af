import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { SettingsForm } from '@/components/form/settings-form'
import { Radio } from '@/components/ui/checkbox'
import { ErrorCard } from '@/components/ui/feedback'
import { Input, SearchInput } from '@/components/ui/input'
import { OutsideLink } from '@/components/ui/outside-link'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { licenseText } from '@/lib/i18n/zh-Hans/license'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { licenseName } from '@/lib/license'
import { licenseAddress, licenseFacts } from '@/lib/license-facts'
import { customLicense, offeredLicenses, UNKNOWN } from '../../model/licenses'
import { soundLink } from '../../model/web-link'
import { EDIT_DETAILS } from '@/lib/permissions'
import { licensesQuery } from '../../licenses-query'
import { useRights } from '../../use-rights'
import { useSettingsForm } from '../../use-settings-form'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './license-page.module.css'

const CUSTOM = 'custom'

const schema = v.pipe(
  v.object({ license_id: v.string(), license_url: v.pipe(v.string(), v.trim(), v.check(soundLink, t.linkWrong)), own: v.string() }),
  v.forward(
    v.check(({ license_id, own }) => license_id !== CUSTOM || customLicense(own) !== undefined, t.licenseIdWrong),
    ['own'],
  ),
  v.transform(({ license_id, license_url, own }) => ({
    license_id: license_id === CUSTOM ? (customLicense(own) ?? UNKNOWN) : license_id,
    license_url,
    own: '',
  })),
)

/** Under what terms others may use the project. */
export function LicensePage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_DETAILS)
  const [text, setText] = useState('')
  const list = useQuery(licensesQuery)
  const form = useSettingsForm(project, 'license', {
    schema,
    values: { license_id: project.license.id || UNKNOWN, license_url: project.license.url ?? '', own: '' },
    patch: (_changes, { license_id, license_url }) => ({ license_id, license_url: license_url || null }),
  })
  const { value: license, onValue: choose } = form.bind('license_id')
  const all = list.data ?? []
  const isOwn = license === CUSTOM || (license !== UNKNOWN && list.isSuccess && !all.some((one) => one.short === license))
  const offered = offeredLicenses(all, text)
  const chosen = all.find((one) => one.short === license)
  const shown = chosen && chosen.short !== UNKNOWN && text === '' && !offered.includes(chosen) ? [chosen, ...offered] : offered
  const address = licenseAddress(license)
  return (
    <SettingsForm form={form} refused={refused}>
      <section className={ui.card} aria-labelledby="license-title">
        <header className={ui.cardHead}>
          <h2 id="license-title">{t.license}</h2>
          <small className={ui.small}>
            {project.license.id && project.license.id !== UNKNOWN ? t.licenseNow(licenseName(project.license.id)) : t.licenseHint}
          </small>
        </header>
        {list.isError ? <ErrorCard className={ui.around16} error={list.error} onRetry={() => void list.refetch()} /> : null}
        <div className={formCss.rows}>
          <fieldset className={css.root}>
            <legend className={ui.visuallyHidden}>{t.license}</legend>
            <SearchInput
              label={t.licenseFind}
              placeholder={t.licenseFind}
              value={text}
              onValue={setText}
              icon={<Search className={ui.icon14} aria-hidden />}
            />
            <ul className={css.list} aria-busy={list.isPending || undefined}>
              {shown.map((one) => (
                <li key={one.short}>
                  <Radio name="license" value={one.short} checked={license === one.short} onChange={() => choose(one.short)}>
                    <b>{licenseName(one.short)}</b> <small className={ui.subtle}>{one.name}</small>
                    <Facts id={one.short} />
                  </Radio>
                </li>
              ))}
              {list.isSuccess && shown.length === 0 ? <li className={cn(ui.subtle, ui.text13)}>{t.licenseNone}</li> : null}
              {list.isPending ? null : (
                <li>
                  <Radio name="license" value={CUSTOM} checked={isOwn} onChange={() => choose(CUSTOM)}>
                    <b>{t.licenseCustom}</b>
                  </Radio>
                </li>
              )}
            </ul>
          </fieldset>
          {address ? (
            <p className={ui.text13}>
              <OutsideLink className={ui.link} href={address}>
                {licenseText.fullText}
              </OutsideLink>
            </p>
          ) : null}
          {license === CUSTOM ? (
            <Field form={form} row name="own" label={t.licenseCustomId} hint={t.licenseCustomIdHint} required>
              {(control) => <Input {...control} autoComplete="off" spellCheck={false} />}
            </Field>
          ) : null}
          <Field form={form} row name="license_url" label={t.licenseUrl} hint={t.licenseUrlHint}>
            {(control) => <Input {...control} type="url" placeholder={t.linkPlaceholder} autoComplete="off" />}
          </Field>
        </div>
      </section>
    </SettingsForm>
  )
}

/** What a known licence allows and demands. */
function Facts({ id }: { id: string }) {
  const facts = licenseFacts(id)
  return facts ? (
    <>
      <br />
      <small className={ui.muted}>{facts}</small>
    </>
  ) : null
}
