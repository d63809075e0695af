import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Radio } from '@/components/ui/checkbox'
import { ErrorCard } from '@/components/ui/feedback'
import { Input, SearchInput } from '@/components/ui/input'
import { get } from '@/lib/api/client'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { licenseName } from '@/lib/license'
import { customLicense, offeredLicenses, UNKNOWN } from '../../model/licenses'
import { soundLink } from '../../model/web-link'
import { EDIT_DETAILS } from '@/lib/permissions'
import { useDraft } from '@/lib/use-draft'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { useRights } from '../../use-rights'
import { Row } from '@/components/ui/form-row'
import { SettingsForm } from './settings-form'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './license-page.module.css'

const CUSTOM = 'custom'

/** Under what terms others may use the project. */
export function LicensePage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_DETAILS)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const [own, setOwn] = useState('')
  const list = useQuery({ queryKey: ['tag', 'license'], queryFn: ({ signal }) => get('/v2/tag/license', { signal }), staleTime: Infinity })
  const { draft, changes, count, change, revert } = useDraft({
    license_id: project.license.id || UNKNOWN,
    license_url: project.license.url ?? '',
  })
  const kept = useKeptDraft(`project.${project.id}.license`, count > 0 ? { changes, own } : undefined, (found) => {
    change(found.changes)
    setOwn(found.own)
  })
  const all = list.data ?? []
  const isOwn =
    draft.license_id === CUSTOM || (draft.license_id !== UNKNOWN && list.isSuccess && !all.some((one) => one.short === draft.license_id))
  const offered = offeredLicenses(all, text)
  const chosen = all.find((one) => one.short === draft.license_id)
  const shown = chosen && chosen.short !== UNKNOWN && text === '' && !offered.includes(chosen) ? [chosen, ...offered] : offered
  const ownId = draft.license_id === CUSTOM ? customLicense(own) : draft.license_id
  const errors = { own: isOwn && !ownId ? t.licenseIdWrong : undefined, url: soundLink(draft.license_url) ? undefined : t.linkWrong }
  const patch = () => ({ license_id: ownId ?? UNKNOWN, license_url: draft.license_url.trim() || null })
  const choose = (license_id: string) => change({ license_id })
  return (
    <SettingsForm
      id={project.id}
      count={count}
      wrong={Boolean(errors.own ?? errors.url)}
      patch={patch}
      onTried={() => setTried(true)}
      onRevert={() => {
        setOwn('')
        revert()
      }}
      refused={refused}
      kept={kept}
      onSaved={() => {
        if (ownId) choose(ownId)
      }}
    >
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
                  <Radio name="license" value={one.short} checked={draft.license_id === one.short} onChange={() => choose(one.short)}>
                    <b>{licenseName(one.short)}</b> <small className={ui.subtle}>{one.name}</small>
                  </Radio>
                </li>
              ))}
              {list.isSuccess && shown.length === 0 ? <li className={cn(ui.subtle, ui.text13)}>{t.licenseNone}</li> : null}
              <li>
                <Radio name="license" value={CUSTOM} checked={isOwn} onChange={() => choose(CUSTOM)}>
                  <b>{t.licenseCustom}</b>
                </Radio>
              </li>
            </ul>
          </fieldset>
          {draft.license_id === CUSTOM ? (
            <Row label={t.licenseCustomId} hint={t.licenseCustomIdHint} error={tried ? errors.own : undefined} required>
              {(control) => (
                <Input {...control} value={own} onChange={(event) => setOwn(event.target.value)} autoComplete="off" spellCheck={false} />
              )}
            </Row>
          ) : null}
          <Row label={t.licenseUrl} hint={t.licenseUrlHint} error={tried ? errors.url : undefined}>
            {(control) => (
              <Input
                {...control}
                type="url"
                placeholder={t.linkPlaceholder}
                value={draft.license_url}
                onChange={(event) => change({ license_url: event.target.value })}
                autoComplete="off"
              />
            )}
          </Row>
        </div>
      </section>
    </SettingsForm>
  )
}
