import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VersionFile, VersionPage } from '@/lib/api/types'
import type { FileActions, FileLine } from './components/version/file-row'
import { isBusy, type UploadRow } from '@/lib/uploads/rows'
import { useUploadQueue } from '@/lib/uploads/use-upload-queue'
import { mainKey } from './model/main-file'
import { kindOfName, sortFiles, stagedRow } from './model/version-files'
import { dropStaged, stagedQueries, stageFile, type Finding, type StagedFile, type StagedRef } from './staged'

const AT_ONCE = 3

/** The files a version has and those on their way to it, as one list with one main file. */
export function useVersionFiles(project: string, version: VersionPage | undefined, chosen: { loaders: string[]; gameVersions: string[] }) {
  const uploads = useUploadQueue<StagedFile>({ atOnce: AT_ONCE, send: (file, sending) => stageFile(project, file, sending) })
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [kinds, setKinds] = useState<Readonly<Record<string, string>>>({})
  const [picked, setPicked] = useState<string>()
  const uploadKind = (row: UploadRow) => kinds[row.key] ?? kindOfName(row.name)
  const stored = (version?.files ?? []).filter((file) => !removed.includes(file.hashes.sha512))
  const before = version?.files.find((file) => file.primary)?.hashes.sha512
  const suited = (file: VersionFile, kind: string) => ({ key: file.hashes.sha512, name: file.filename, kind })
  const kindOf = (file: VersionFile) => kinds[file.hashes.sha512] ?? file.file_type ?? ''
  const primary = mainKey(
    [
      ...stored.map((file) => suited(file, kindOf(file))),
      ...uploads.rows
        .filter((row) => row.state !== 'failed' && row.state !== 'cancelled')
        .map((row) => ({ key: row.key, name: row.name, kind: uploadKind(row) })),
    ],
    picked,
    { files: (version?.files ?? []).map((file) => suited(file, file.file_type ?? '')), main: before },
  )
  const kept = stored.find((file) => file.hashes.sha512 === primary)
  const main = uploads.rows.find((row) => row.key === primary)

  const ready = uploads.rows.filter((row) => row.answer)
  const staged: StagedRef[] = ready.map((row) => ({
    id: row.answer?.id ?? '',
    file_type: uploadKind(row),
    primary: row.key === primary,
  }))
  const said = useQuery({
    ...stagedQueries.problems(project, chosen.loaders, chosen.gameVersions, staged),
    placeholderData: keepPreviousData,
  })
  const findingsOf = (id: string | undefined, own: readonly Finding[] | undefined): readonly Finding[] =>
    (id && chosen.loaders.length > 0 ? said.data?.find((one) => one.id === id)?.problems : undefined) ?? own ?? []

  const lines: FileLine[] = [
    ...stored.map((file) => ({
      key: file.hashes.sha512,
      name: file.filename,
      size: file.size,
      state: 'stored' as const,
      sent: file.size,
      rate: 0,
      sha512: file.hashes.sha512,
      kind: kindOf(file),
      primary: file.hashes.sha512 === primary,
      canBePrimary: true,
      canRemove: stored.length + ready.length > 1,
      findings: [],
    })),
    ...uploads.rows.map((row) => ({
      key: row.key,
      name: row.name,
      size: row.size,
      state: row.state,
      sent: row.sent,
      rate: row.rate,
      error: row.error,
      again: row.again,
      sha512: row.answer?.hashes.sha512,
      kind: uploadKind(row),
      primary: row.key === primary,
      canBePrimary: row.answer !== undefined,
      canRemove: true,
      findings: row.answer ? findingsOf(row.answer.id, row.key === primary || uploadKind(row) === '' ? row.answer.problems : []) : [],
    })),
  ]
  const isStored = (key: string) => stored.some((file) => file.hashes.sha512 === key)
  const setKind = (key: string, kind: string) => setKinds((now) => ({ ...now, [key]: kind }))
  const actions: FileActions = {
    onPrimary: (key) => {
      setPicked(key)
      setKind(key, '')
    },
    onKind: setKind,
    onCancel: uploads.cancel,
    onRetry: uploads.retry,
    onRemove: (key) => {
      if (isStored(key)) return setRemoved((now) => [...now, key])
      const staged = uploads.rows.find((row) => row.key === key)?.answer
      if (staged) dropStaged(staged.id)
      uploads.remove(key)
    },
  }
  const changedKinds = Object.fromEntries(
    Object.entries(kinds).filter(
      ([hash, kind]) => isStored(hash) && (version?.files.find((file) => file.hashes.sha512 === hash)?.file_type ?? '') !== kind,
    ),
  )
  return {
    lines,
    actions,
    /** Takes files in; gives what was refused and why. */
    add: (files: readonly File[]): string[] => {
      const { sound, refused } = sortFiles([...stored.map((file) => file.filename), ...uploads.rows.map((row) => row.name)], files)
      uploads.add(sound)
      return refused
    },
    adopt: (files: readonly StagedFile[]) => uploads.adopt(files.map(stagedRow)),
    /** Only the author's own choice is sent: without one the server finds the same main file, and later a better one. */
    staged: staged.map((one, at) => ({ ...one, primary: ready[at]?.key === picked })),
    removed,
    kinds: changedKinds,
    /** A file the version has, when the author chose it, also again: a better new one does not take its place then. */
    primary: kept && primary === picked ? primary : undefined,
    main: main?.answer,
    mainSize: kept?.size ?? main?.size,
    detected: ready.flatMap((row) => row.answer?.detected ?? []),
    count: stored.length + ready.length,
    busy: uploads.busy,
    checked: uploads.rows.map((row) => ({
      name: row.name,
      busy: isBusy(row),
      failed: row.state === 'failed',
      levels: lines.find((line) => line.key === row.key)?.findings.map((one) => one.level) ?? [],
    })),
    dirty:
      uploads.rows.length > 0 || removed.length > 0 || (picked !== undefined && picked !== before) || Object.keys(changedKinds).length > 0,
  }
}
