import { Copy, Ellipsis, FileText, GitCompareArrows, Link as LinkIcon, Pencil } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import { hrefOf } from '@/lib/address'
import type { ListedVersion, ProjectPage } from '@/lib/api/types'
import { copyText } from '@/lib/copy'
import { compareText } from '@/lib/i18n/zh-Hans/compare'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { projectParams, versionParams } from '@/lib/links'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'

type VersionRowMenuProps = { project: ProjectPage; version: ListedVersion; canEdit: boolean }

/** The actions of a version that need no button of their own. */
export default function VersionRowMenu({ project, version, canEdit }: VersionRowMenuProps) {
  const copy = (text: string) => {
    void copyText(text).then((done) => {
      if (done) toast(t.copied, text)
    })
  }
  const shared = () =>
    new URL(hrefOf({ to: '/$type/$id/version/$version', params: versionParams(project, version.address) }), location.origin).href
  return (
    <Menu
      label={t.actionsOf(version.version_number)}
      trigger={
        <IconButton kind="quiet" size="sm" label={t.actionsOf(version.version_number)}>
          <Ellipsis className={ui.icon} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem asChild>
        <PathLink to="/$type/$id/version/$version" params={versionParams(project, version.id)}>
          <FileText className={ui.icon} aria-hidden />
          {t.open}
        </PathLink>
      </MenuItem>
      <MenuItem asChild>
        <PathLink to="/$type/$id/compare" params={projectParams(project)} search={{ to: version.id }}>
          <GitCompareArrows className={ui.icon} aria-hidden />
          {compareText.entry}
        </PathLink>
      </MenuItem>
      <MenuItem onSelect={() => copy(shared())}>
        <LinkIcon className={ui.icon} aria-hidden />
        {t.copyLink}
      </MenuItem>
      <MenuItem onSelect={() => copy(version.id)}>
        <Copy className={ui.icon} aria-hidden />
        {t.copyId}
      </MenuItem>
      {canEdit ? (
        <>
          <MenuLine />
          <MenuItem asChild>
            <PathLink to="/$type/$id/version/$version/edit" params={versionParams(project, version.id)}>
              <Pencil className={ui.icon} aria-hidden />
              {t.edit}
            </PathLink>
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
