import { useRouter } from '@tanstack/react-router'
import { FileDrop } from '@/components/ui/file-drop'
import type { ProjectPage } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionParams } from '@/lib/links'
import { useDroppedFiles } from '@/stores/dropped-files'
import css from './version-drop.module.css'

/** On the page of versions: files that are dropped anywhere begin a new version. */
export default function VersionDrop({ project }: { project: ProjectPage }) {
  const router = useRouter()
  const begin = (files: File[]) => {
    useDroppedFiles.getState().put(project.id, files)
    void router.navigate({ to: '/$type/$id/version/{$version}-new', params: versionParams(project, 'create') })
  }
  return (
    <FileDrop label={t.files} className={() => css.place} multiple page onFiles={begin}>
      {(over) =>
        over ? (
          <p className={css.root} role="status">
            {t.dropNew}
          </p>
        ) : null
      }
    </FileDrop>
  )
}
