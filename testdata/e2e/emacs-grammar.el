;;; emacs-grammar.el --- Drives our mode with the tree-sitter grammar  -*- lexical-binding: t; -*-

;; E2E_GRAMMAR is a folder with libtree-sitter-pcl.so.  Each test is one line of output.

(require 'cl-lib)
(require 'imenu)
(add-to-list 'load-path (getenv "E2E_PLUGIN"))
(setq treesit-extra-load-path (list (getenv "E2E_GRAMMAR")) native-comp-jit-compilation nil treesit-font-lock-level 4)
(require 'pcl-ts-mode)

(defvar e2e-failed nil)

(defun e2e-say (&rest parts)
  (princ (concat (replace-regexp-in-string "\n" " | " (apply #'format parts)) "\n") #'external-debugging-output))

(defmacro e2e-test (name &rest body)
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body (e2e-say "ok emacs: %s" ,name))
     (error (setq e2e-failed t)
            (e2e-say "not ok emacs: %s: %S" ,name problem))))

(defun e2e-face (text &optional inside)
  "Return the face of the first occurrence of TEXT, INSIDE characters behind its start."
  (save-excursion
    (goto-char (point-min))
    (search-forward text)
    (get-text-property (+ (match-beginning 0) (or inside 0)) 'face)))

(find-file (expand-file-name "main.pp" (getenv "E2E_WORKSPACE")))
(font-lock-ensure)

(e2e-test "a program opens in the mode with the grammar" (cl-assert (eq major-mode 'pcl-ts-mode)))
(e2e-test "every kind of token has its color"
  (pcase-dolist (`(,text ,inside ,face)
                 '(("resource network" 0 font-lock-keyword-face)
                   ("resource network" 9 font-lock-variable-name-face)
                   ("\"cloudy:net/network:Network\"" 3 font-lock-type-face)
                   ("A small program" 0 font-lock-comment-face)
                   ("description" 0 font-lock-property-name-face)
                   ("What the database" 0 font-lock-string-face)
                   ("true" 0 font-lock-constant-face)
                   ("20\n" 0 font-lock-number-face)
                   ("join(" 0 font-lock-function-call-face)
                   ("${join" 0 font-lock-misc-punctuation-face)
                   ("[network.id" 1 font-lock-variable-use-face)
                   ("[network.id" 9 font-lock-property-use-face)))
    (unless (eq (e2e-face text inside) face) (error "%s is %S" text (e2e-face text inside)))))
(e2e-test "lines are indented by the tree"
  (let ((before (buffer-string)))
    (goto-char (point-min))
    (while (re-search-forward "^ +" nil t) (replace-match ""))
    (indent-region (point-min) (point-max))
    (let ((after (buffer-string)))
      (unless (equal after before) (error "%s" after)))
    (set-buffer-modified-p nil)))
(e2e-test "the outline has blocks with their labels"
  (let ((names (mapcar #'car (imenu--make-index-alist t))))
    (unless (member "resource network \"cloudy:net/network:Network\"" names) (error "%S" names))))
(e2e-test "movement goes from block to block"
  (goto-char (point-min))
  (search-forward "networkId = ")
  (beginning-of-defun)
  (cl-assert (looking-at "resource subnet")))
(e2e-test "inputs open in their mode with the grammar"
  (find-file (make-temp-file "inputs" nil ".pcl" "name = \"a\"\n"))
  (font-lock-ensure)
  (cl-assert (eq major-mode 'pcl-inputs-ts-mode))
  (cl-assert (eq (e2e-face "\"a\"") 'font-lock-string-face)))
(kill-emacs (if e2e-failed 1 0))
