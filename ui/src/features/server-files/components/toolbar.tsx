import { FilePlus, FolderPlus, FolderSearch, FolderUp, Plus, RefreshCw, Search, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { SearchInput } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import { usePlace } from '../context'
import type { Listing } from '../listing'
import { chosen } from '../model/dropped'
import type { SortKey } from '../model/order'
import type { Uploads } from '../uploads'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

type ToolbarProps = {
  listing: Listing
  uploads: Uploads
  away: boolean
  onShow: (kind: 'create-file' | 'create-folder' | 'trash') => void
  /** Looks for what is typed in the folders below too. */
  onFind: () => void
}

const sorts = Object.entries(t.sorts).map(([value, label]) => ({ value, label }))

/** What is done with the folder as a whole. */
export function Toolbar({ listing, uploads, away, onShow, onFind }: ToolbarProps) {
  const { path, refused } = usePlace()
  const some = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const { sort } = listing
  const off = { disabled: refused !== undefined, title: refused }
  const take = (input: HTMLInputElement) => {
    uploads.add(path, chosen(input.files ?? []))
    input.value = ''
  }
  return (
    <div className={css.bar}>
      <SearchInput
        className={css.find ?? ''}
        size="sm"
        value={listing.find}
        onValue={listing.setFind}
        label={t.find}
        placeholder={t.find}
        icon={<Search className={ui.icon14} aria-hidden />}
      />
      {listing.find.trim() === '' ? null : (
        <Button size="sm" disabled={away} onClick={onFind}>
          <FolderSearch className={ui.icon14} aria-hidden />
          {t.findBelow}
        </Button>
      )}
      <span className={css.onlySmall}>
        <NativeSelect
          size="sm"
          label={t.sortBy}
          value={`${sort.by} ${sort.down ? 'down' : 'up'}`}
          options={sorts}
          onValue={(value) => {
            const [by = 'name', way] = value.split(' ')
            listing.setSort({ by: by as SortKey, down: way === 'down' })
          }}
        />
      </span>
      <div className={css.barEnd}>
        <Menu
          label={t.action.upload}
          trigger={
            <Button size="sm" kind="primary" {...off}>
              <Upload className={ui.icon14} aria-hidden />
              {t.action.upload}
            </Button>
          }
        >
          <MenuItem onSelect={() => some.current?.click()}>
            <Upload className={ui.icon} aria-hidden />
            {t.action.uploadFiles}
          </MenuItem>
          <MenuItem onSelect={() => folder.current?.click()}>
            <FolderUp className={ui.icon} aria-hidden />
            {t.action.uploadFolder}
          </MenuItem>
        </Menu>
        <Menu
          label={t.action.create}
          trigger={
            <Button size="sm" {...off}>
              <Plus className={ui.icon14} aria-hidden />
              {t.action.create}
            </Button>
          }
        >
          <MenuItem onSelect={() => onShow('create-file')}>
            <FilePlus className={ui.icon} aria-hidden />
            {t.action.createFile}
          </MenuItem>
          <MenuItem onSelect={() => onShow('create-folder')}>
            <FolderPlus className={ui.icon} aria-hidden />
            {t.action.createFolder}
          </MenuItem>
        </Menu>
        <Button size="sm" disabled={away} onClick={() => onShow('trash')}>
          <Trash2 className={ui.icon14} aria-hidden />
          {t.action.trash}
        </Button>
        <IconButton
          size="sm"
          label={t.refresh}
          loading={listing.query.isRefetching}
          disabled={away}
          onClick={() => void listing.query.refetch()}
        >
          <RefreshCw className={ui.icon14} aria-hidden />
        </IconButton>
      </div>
      <input
        ref={some}
        className={ui.visuallyHidden}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t.uploads.field}
        disabled={off.disabled}
        onChange={(event) => take(event.target)}
      />
      <input
        ref={(input) => {
          folder.current = input
          // React does not know the attribute, which all browsers have.
          if (input) input.webkitdirectory = true
        }}
        className={ui.visuallyHidden}
        type="file"
        tabIndex={-1}
        aria-label={t.uploads.folderField}
        disabled={off.disabled}
        onChange={(event) => take(event.target)}
      />
    </div>
  )
}
