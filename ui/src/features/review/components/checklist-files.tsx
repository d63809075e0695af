import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type Ref, type RefObject } from 'react'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { packFileText as t } from '@/lib/i18n/zh-Hans/packfile'
import { PACK_STEP } from '../model/pack-step'
import { isFine, isJudged, judgedSince, listsOf, noLists, noted, search } from '../model/packfiles'
import type { Progress } from '../model/checklist'
import { packFilesQuery, type PackFile, type PackFiles } from '../packfile-api'
import { ChecklistFile, type FileKeys } from './checklist-file'
import { PackNotes } from './pack-notes'
import ui from '@/components/ui/ui.module.css'
import css from './checklist-files.module.css'

type ChecklistFilesProps = {
  ref: Ref<FileKeys>
  project: string
  /** When the round began; null outside of one. */
  since: string | null
  /** Whether the lists were entered into the options since the panel opened; set here. */
  entered: RefObject<boolean>
  progress: Progress
  onChange: (change: (now: Progress) => Progress) => void
}

/** The files of a modpack, one after the other. */
export default function ChecklistFiles({ project, ...rest }: ChecklistFilesProps) {
  const query = useQuery(packFilesQuery(project))
  const retry = () => void query.refetch()
  if (query.data) return <Files project={project} data={query.data} onRetry={retry} {...rest} />
  if (query.isError) return <ErrorCard error={query.error} title={t.failed} onRetry={retry} />
  return (
    <Loading className={css.files}>
      <p className={ui.subtle}>{t.loading}</p>
      <Bone h={220} />
      <Bone w="40%" />
    </Loading>
  )
}

type FilesProps = ChecklistFilesProps & { data: PackFiles; onRetry: () => void }

function Files({ ref, project, since, entered, data, progress, onChange, onRetry }: FilesProps) {
  const { approved } = progress
  // A file that was judged here or in this round, by whomever, keeps its place in the loop.
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set())
  const loop = data.files.filter((file) => !isFine(file) || held.has(file.sha512) || judgedSince(file, since))
  if (loop.length > held.size) setHeld(new Set(loop.map(({ sha512 }) => sha512)))
  const [at, setAt] = useState<string>()
  const firstOpen = loop.find((file) => !isJudged(file, approved))
  const open = loop.find(({ sha512 }) => sha512 === at) ?? firstOpen ?? loop[0]
  const number = open ? loop.indexOf(open) : -1
  const left = loop.filter((file) => !isJudged(file, approved)).length
  const lists = useMemo(() => listsOf(data.files, approved), [data.files, approved])
  const before = useRef(progress.visited.includes(PACK_STEP) || entered.current ? lists : noLists)
  const note = useEffectEvent(() => {
    const last = before.current
    before.current = lists
    entered.current = true
    const next = noted(progress, last, lists)
    if (next !== progress) onChange((now) => noted(now, last, lists))
  })
  useEffect(() => note(), [lists, progress.chosen])
  const versions = useMemo(() => new Map(data.packs.map(({ version, number: shown }) => [version, shown])), [data.packs])
  const next = () => {
    if (!open) return
    setAt(loop[number + 1]?.sha512 ?? open.sha512)
  }
  return (
    <section className={css.files} aria-label={t.title}>
      <PackNotes data={data} onRetry={onRetry} />
      {open ? (
        <>
          <p className={css.count}>
            <b>{t.progress(loop.length - left, loop.length)}</b>
            <span className={ui.subtle}>{left > 0 ? t.left(left) : t.all}</span>
          </p>
          <ChecklistFile
            key={open.sha512}
            ref={ref}
            project={project}
            file={open}
            number={number + 1}
            total={loop.length}
            versions={versions}
            approved={approved[open.sha512]}
            onApproved={(answer) => onChange((now) => ({ ...now, approved: { ...now.approved, [open.sha512]: answer } }))}
            onNext={next}
            onPrevious={number > 0 ? () => setAt(loop[number - 1]?.sha512) : undefined}
          />
          <p className={css.hint}>{t.keys}</p>
        </>
      ) : data.packs.some(({ pending, problem }) => !pending && !problem) ? (
        <p className={css.count}>{t.nothing}</p>
      ) : null}
      {lists.counts.notPermitted > 0 ? <Note tone="warn">{t.notPermitted(lists.counts.notPermitted)}</Note> : null}
      {lists.counts.attribution > 0 ? <Note tone="warn">{t.attribution(lists.counts.attribution)}</Note> : null}
      {loop.length > 1 ? <All files={loop} open={open} approved={approved} onOpen={setAt} /> : null}
      <Folded data={data} loop={loop} />
    </section>
  )
}

type AllProps = { files: readonly PackFile[]; open: PackFile | undefined; approved: Progress['approved']; onOpen: (sha512: string) => void }

/** The files of the loop, to go to one of them. */
function All({ files, open, approved, onOpen }: AllProps) {
  const [text, setText] = useState('')
  const found = search(files, text)
  return (
    <details className={css.folded}>
      <summary>{t.list(files.length)}</summary>
      <SearchInput size="sm" label={t.search} placeholder={t.searchHint} value={text} onValue={setText} />
      {found.length === 0 ? <p className={css.hint}>{t.noMatch}</p> : null}
      <ul>
        {found.map((file) => (
          <li key={file.sha512}>
            <button
              type="button"
              aria-current={file === open ? 'true' : undefined}
              className={cn(isJudged(file, approved) && css.judged)}
              onClick={() => onOpen(file.sha512)}
            >
              <span>{file.name}</span>
              <small>{isJudged(file, approved) ? t.statuses[file.status || 'unidentified'] : t.open}</small>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What needs no judgement: files that may stay, and files of other kinds. */
function Folded({ data, loop }: { data: PackFiles; loop: readonly PackFile[] }) {
  const fine = data.files.filter((file) => !loop.includes(file))
  const skipped = data.packs.reduce((sum, pack) => sum + pack.skipped.total, 0)
  return (
    <>
      {fine.length > 0 ? (
        <details className={css.folded}>
          <summary>{t.fine(fine.length)}</summary>
          <ul>
            {fine.map((file) => (
              <li key={file.sha512}>
                <span>{file.name}</span>
                <small>{file.site ? `${t.fineOnSite} · ${file.site.project.title}` : t.statuses[file.status || 'yes']}</small>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {skipped > 0 ? (
        <details className={css.folded}>
          <summary>{t.skipped(skipped)}</summary>
          <p className={css.hint}>{t.skippedHint}</p>
          {data.packs.map((pack) =>
            pack.skipped.total > 0 ? (
              <ul key={pack.version + pack.sha512} aria-label={t.ofVersion(pack.number)}>
                {pack.skipped.paths.map((path, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: paths may repeat, and the list does not change
                  <li key={index}>
                    <code>{path}</code>
                  </li>
                ))}
                {pack.skipped.total > pack.skipped.paths.length ? <li>{t.more(pack.skipped.total - pack.skipped.paths.length)}</li> : null}
              </ul>
            ) : null,
          )}
        </details>
      ) : null}
    </>
  )
}
