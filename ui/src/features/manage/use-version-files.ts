import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VersionFile, VersionPage } from '@/lib/api/types'
import type { FileActions, FileLine } from './components/version/file-row'
import { isBusy, type UploadRow } from '@/lib/uploads/rows'
import { useUploadQueue } from '@/lib/uploads/use-upload-queue'
import { bestSuited, kindOfName, mainRow, sortFiles, stagedRow, standing } from './model/version-files'
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
  const standingOf = (file: VersionFile) => standing({ name: file.filename, kind: kinds[file.hashes.sha512] ?? file.file_type ?? '' })
  const kept =
    stored.find((file) => file.hashes.sha512 === (picked ?? before)) ??
    (picked && uploads.rows.some((row) => row.key === picked) ? undefined : bestSuited(stored, standingOf))
  const main = kept ? undefined : mainRow(uploads.rows, picked, uploadKind)
  const primary = kept?.hashes.sha512 ?? main?.key

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

  const kindOf = (file: VersionFile) => kinds[file.hashes.sha512] ?? file.file_type ?? ''
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
    staged,
    removed,
    kinds: changedKinds,
    /** A file the version has, when it is to become the main one. */
    primary: kept && kept.hashes.sha512 !== before ? kept.hashes.sha512 : undefined,
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
