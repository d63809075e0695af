import { useQuery } from '@tanstack/react-query'
import { Check, Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import type { ChosenVersion, VersionNeeds } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { downloadText as t } from '@/lib/i18n/zh-Hans/download'
import { versionQueries } from '@/lib/version-queries'
import type { Choice } from '../model/download-choice'
import { fetchAll, filesToFetch, stillNeeded } from '../model/fetch-all'
import { useDownloads } from '../use-downloaded'
import { NeedCard, TranslationCard } from './need-card'
import ui from '@/components/ui/ui.module.css'
import downloadDialogCss from './download-dialog.module.css'
import needCardCss from './need-card.module.css'

type DownloadNeedsProps = {
  project: string
  version: ChosenVersion & { requires?: number }
  choice: Choice
  /** Shows what goes with it, too. */
  optional?: boolean
}

/** What else has to be installed for a version where it is to run, and the translations made for it. */
export function DownloadNeeds({ project, version, choice, optional = false }: DownloadNeedsProps) {
  const needs = useQuery(versionQueries.needs(project, version.id, choice))
  if (needs.isError)
    return (
      <ErrorCard
        className={downloadDialogCss.section}
        title={t.dependenciesFailed}
        error={needs.error}
        onRetry={() => void needs.refetch()}
      />
    )
  if (!needs.data) {
    // Most versions say beforehand whether anything will come.
    return version.requires ? (
      <Loading className={cn(downloadDialogCss.section, ui.stack)}>
        <Bone w={140} h={20} />
        <Bone h={58} />
      </Loading>
    ) : null
  }
  const required = needs.data.dependencies.filter((one) => one.dependency_type === 'required')
  const also = optional ? needs.data.dependencies.filter((one) => one.dependency_type === 'optional') : []
  const { translations } = needs.data
  return (
    <>
      {required.length > 0 ? (
        <section className={downloadDialogCss.section}>
          <h3>
            {t.needed(required.length)} <span>{t.neededBy(version.version_number)}</span>
            <FetchAll version={version} needs={needs.data} choice={choice} />
          </h3>
          <ul className={cn(needCardCss.list, needCardCss.narrow)}>
            {required.map((need, index) => (
              <NeedCard key={`${need.project?.id ?? need.file_name ?? ''}-${index}`} need={need} place={choice} wide />
            ))}
          </ul>
        </section>
      ) : null}
      {also.length > 0 ? (
        <section className={downloadDialogCss.section}>
          <h3>{t.optional}</h3>
          <ul className={cn(needCardCss.list, needCardCss.narrow)}>
            {also.map((need, index) => (
              <NeedCard key={`${need.project?.id ?? need.file_name ?? ''}-${index}`} need={need} place={choice} wide />
            ))}
          </ul>
        </section>
      ) : null}
      {translations.length > 0 ? (
        <section className={downloadDialogCss.section}>
          <h3>
            {t.translations} <span>{t.translationsFor(version.version_number)}</span>
          </h3>
          <ul className={cn(needCardCss.list, needCardCss.narrow)}>
            {translations.map((pack) => (
              <TranslationCard key={pack.project.id} pack={pack} wide />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

/** One button for the version and all that it requires, as far as the files are here. */
function FetchAll({ version, needs, choice }: { version: ChosenVersion; needs: VersionNeeds; choice: Choice }) {
  const { got, mark, report } = useDownloads()
  const files = filesToFetch(version, needs, got)
  if (files.length === 0) {
    return stillNeeded(needs, got).length === 0 ? (
      <span className={cn(downloadDialogCss.all, ui.ok)} role="status">
        <Check className={ui.icon14} aria-hidden />
        {t.allFetched}
      </span>
    ) : null
  }
  if (files.length === 1) return null
  return (
    <Button
      size="sm"
      className={downloadDialogCss.all}
      onClick={() => {
        fetchAll(files)
        for (const file of files) {
          if (file.version === version.id) report(version, choice)
          else mark(file.version)
        }
      }}
    >
      <Download className={ui.icon14} aria-hidden />
      {t.all(files.length)}
    </Button>
  )
}
