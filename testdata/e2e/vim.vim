" Drives Vim with the files we ship and ALE. Each test is one line of output; every wait has an end, which only a hang
" reaches.

let s:failed = 0

function! s:say(line) abort
  call writefile([a:line], '/dev/stdout', 'a')
endfunction

function! s:test(name, good, why) abort
  if a:good
    call s:say('ok vim: ' . a:name)
  else
    let s:failed = 1
    call s:say('not ok vim: ' . a:name . ': ' . a:why)
  endif
endfunction

function! s:wait(condition) abort
  let start = reltime()
  while !a:condition()
    if reltimefloat(reltime(start)) > 30
      return 0
    endif
    sleep 20m
  endwhile
  return 1
endfunction

function! s:finding() abort
  return get(filter(ale#engine#GetLoclist(bufnr('')), 'v:val.text =~# "idd"'), 0, {})
endfunction

let &runtimepath = $E2E_PLUGIN . ',' . $E2E_ALE . ',' . &runtimepath
filetype plugin on
syntax enable
runtime! plugin/ale.vim
execute 'edit ' . fnameescape($E2E_WORKSPACE . '/main.pp')
call s:test('the file is PCL by its project', &filetype ==# 'pcl', &filetype)
call s:test('a block has its colour', synIDattr(synID(search('^resource network'), 1, 1), 'name') ==# 'pclBlock', synIDattr(synID(line('.'), 1, 1), 'name'))
call ale#Queue(0)
call s:test('a finding comes', s:wait({-> !empty(s:finding())}), 'none came')
let s:one = s:finding()
let s:line = empty(s:one) ? '' : getline(s:one.lnum)
call s:test('it stands at its token, behind a sign beyond the first plane', !empty(s:one) && s:one.lnum == search('network\.idd'), string(s:one))
call writefile(['config:', '  e2e:zone: eu-north-a'], $E2E_WORKSPACE . '/Pulumi.dev.yaml')
execute 'edit! ' . fnameescape($E2E_WORKSPACE . '/Pulumi.dev.yaml')
call ale#Queue(0)
call s:test('a key of a stack file that is no config is found', s:wait({-> !empty(filter(ale#engine#GetLoclist(bufnr('')), 'v:val.text =~# "zone"'))}), &filetype)
call writefile(['a: b'], $E2E_WORKSPACE . '/other.yaml')
execute 'edit! ' . fnameescape($E2E_WORKSPACE . '/other.yaml')
call s:test('other YAML has no server of ours', pcl#configured(bufname('')) ==# '', pcl#configured(bufname('')))
execute 'edit! ' . fnameescape($E2E_WORKSPACE . '/../site.pp')
call setline(1, ["file { '/etc/motd':", '  ensure => file,', '}'])
doautocmd BufRead
call s:test('a manifest of Puppet stays Puppet', &filetype ==# 'puppet', &filetype)
execute s:failed ? 'cquit!' : 'qall!'
