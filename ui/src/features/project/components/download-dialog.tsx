import { useQuery } from '@tanstack/react-query'
import { Check, Gamepad2, PackageX, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import type { ChosenVersion, Places, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { downloadText as t } from '@/lib/i18n/zh-Hans/download'
import { installText } from '@/lib/i18n/zh-Hans/install'
import { loaderName } from '@/lib/loaders'
import { setupFor, useGameSetup } from '@/stores/game-setup'
import { versionQueries } from '@/lib/version-queries'
import { gameVersionPicks, hasHiddenPreviews, initialChoice, isCarried, loaderPicks, rechosen, type Choice } from '../model/download-choice'
import { stillNeeded } from '../model/fetch-all'
import { titles } from '@/lib/titles'
import { useDownloads } from '../use-downloaded'
import { DownloadNeeds } from './download-needs'
import { DownloadPicks } from './download-picks'
import { DownloadResult } from './download-result'
import { InstallSteps } from './install-steps'
import skeletonCss from '@/components/ui/skeleton.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './download-dialog.module.css'

/** After the animation of the download, as long as the specification says. */
const CLOSE_DELAY_MS = 500 + 400
const RESULT_HEIGHT = 58

/** Choose game version and platform, get the fitting file. */
export default function DownloadDialog({ project, onClose }: { project: ProjectPage; onClose: () => void }) {
  const places = useQuery(versionQueries.places(project.id))
  return (
    <Dialog
      open
      className={css.root}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <span className={cn(ui.row, ui.noWrap)}>
          <Pic src={project.icon_url} project={project.id} name={titles(project).title} color={project.color} size={32} />
          <span className={ui.clip}>{t.title(titles(project).title)}</span>
        </span>
      }
    >
      {places.isPending ? (
        <Loading className={ui.stack}>
          <div className={css.picks}>
            <Bone className={skeletonCss.options} h={252} />
            <Bone className={skeletonCss.options} h={252} />
          </div>
          <Bone className={skeletonCss.rows} h={114} />
        </Loading>
      ) : null}
      {places.isError ? <ErrorCard error={places.error} onRetry={() => void places.refetch()} /> : null}
      {places.data && places.data.version_types.length === 0 ? <Empty icon={PackageX} title={t.noSource} /> : null}
      {places.data && places.data.version_types.length > 0 ? <Chooser project={project} places={places.data} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** Closes the dialog a moment after something was fetched in it, unless something is still needed, or may be. */
function useCloseWhenComplete(project: string, version: ChosenVersion | undefined, choice: Choice, onClose: () => void): void {
  const { got, count } = useDownloads()
  const [before] = useState(count)
  const needs = useQuery({ ...versionQueries.needs(project, version?.id ?? '', choice), enabled: version !== undefined })
  const fetched = version !== undefined && got.has(version.id) && count > before
  const complete = fetched && needs.isSuccess && stillNeeded(needs.data, got).length === 0
  useEffect(() => {
    if (!complete) return
    const timer = setTimeout(onClose, CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [complete, count, onClose])
}

function Chooser({ project, places, onClose }: { project: ProjectPage; places: Places; onClose: () => void }) {
  const play = useGameSetup((state) => state.play)
  const setup = setupFor(useGameSetup(), project.url_type)
  const [first] = useState(() => initialChoice(places, setup))
  const [choice, setChoice] = useState<Choice>(first)
  const [all, setAll] = useState(false)
  const [text, setText] = useState('')
  const [taken, setTaken] = useState<ChosenVersion>()
  const games = gameVersionPicks(places, choice, { all, text })
  const loaders = loaderPicks(places, choice.gameVersion)
  const anyGame = places.game_versions.length > 0
  const previews = hasHiddenPreviews(places)
  const chosen = (!anyGame || choice.gameVersion !== '') && (loaders.length === 0 || choice.loader !== '')
  const fitting = useQuery({ ...versionQueries.fitting(project.id, choice), enabled: chosen })
  const offered = chosen ? (fitting.data ?? []) : []
  const best = offered[0]
  // What was fetched last is what the rest belongs to.
  const version = offered.find((one) => one.id === taken?.id) ?? best
  useCloseWhenComplete(project.id, version, choice, onClose)
  const place = [choice.gameVersion, choice.loader && loaderName(choice.loader)].filter(Boolean)
  const choose = (change: Partial<Choice>) => setChoice(rechosen(places, choice, change))
  return (
    <>
      <div className={css.picks}>
        {anyGame ? (
          <DownloadPicks
            title={t.gameVersion}
            picks={games}
            value={choice.gameVersion}
            onValue={(gameVersion) => choose({ gameVersion })}
            name={(value) => value}
            reason={(value) => t.versionUnsupported(value, loaderName(choice.loader))}
            empty={t.noVersions}
            before={
              <SearchInput
                size="sm"
                value={text}
                onValue={setText}
                label={t.searchVersions}
                placeholder={t.searchVersions}
                icon={<Search className={ui.icon} aria-hidden />}
              />
            }
          />
        ) : null}
        <DownloadPicks
          title={t.platform}
          picks={loaders}
          value={choice.loader}
          onValue={(loader) => choose({ loader })}
          name={(value) => <LoaderTag id={value} />}
          reason={(value) => t.platformUnsupported(loaderName(value), choice.gameVersion)}
          empty={t.noPlatforms}
          before={
            anyGame ? (
              <p className={css.hint}>
                {isCarried(choice, setup) ? (
                  <>
                    <Check className={ui.icon14} aria-hidden />
                    {t.carried}
                  </>
                ) : chosen && choice !== first ? (
                  <Button kind="quiet" size="xs" onClick={() => play(choice)}>
                    <Gamepad2 className={ui.icon14} aria-hidden />
                    {t.remember}
                  </Button>
                ) : chosen && !setup.gameVersion && !setup.loader ? (
                  t.newest
                ) : null}
              </p>
            ) : null
          }
        />
      </div>
      {previews ? (
        <Checkbox className={cn(ui.text13, ui.muted, ui.above10)} checked={all} onChange={(event) => setAll(event.target.checked)}>
          {t.showAll}
        </Checkbox>
      ) : null}
      <div className={css.out}>
        <section className={css.section} aria-live="polite">
          <h3>{best && place.length > 0 ? t.fitting(place) : t.results}</h3>
          {chosen ? null : <p className={cn(ui.muted, ui.text13)}>{t.choose}</p>}
          {chosen && fitting.isPending ? (
            <Loading>
              <Bone h={RESULT_HEIGHT} />
            </Loading>
          ) : null}
          {fitting.isError ? <ErrorCard error={fitting.error} onRetry={() => void fitting.refetch()} /> : null}
          {fitting.isSuccess && offered.length === 0 ? (
            <Note tone="warn">{t.none(choice.gameVersion, loaderName(choice.loader))}</Note>
          ) : null}
          {offered.map((version) => (
            <DownloadResult
              key={version.id}
              project={project}
              version={version}
              choice={choice}
              best={version === best}
              onDownloaded={setTaken}
            />
          ))}
        </section>
        {version ? <DownloadNeeds key={version.id} project={project.id} version={version} choice={choice} /> : null}
        {version && (version.file || version.disk_urls.length > 0) ? (
          <section className={css.section}>
            <h3>{installText.where}</h3>
            <InstallSteps project={project} version={version} place={choice} />
          </section>
        ) : null}
      </div>
    </>
  )
}
